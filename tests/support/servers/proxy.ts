import { type IncomingMessage, request, type ServerResponse } from "node:http";
import { brotliCompressSync, constants } from "node:zlib";

/** Shared by test servers in front of a site. */

/** Compresses as the site does for cached documents and files. */
export const compressLikeSite = (text: string | Buffer) =>
  brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });

type Receive = (answer: IncomingMessage) => void;

/**
 * Forwards a request to the site, with other headers if given.
 *
 * @param receive handles the answer; by default it is forwarded unchanged
 */
export function passOn(
  site: string,
  incoming: IncomingMessage,
  response: ServerResponse,
  {
    headers = incoming.headers,
    receive = forwardAnswer(response),
  }: {
    headers?: IncomingMessage["headers"];
    receive?: Receive;
  } = {},
) {
  const { method, url = "/" } = incoming;
  const forwarded = request(new URL(url, site), { method, headers }, receive);
  forwarded.on("error", () => response.destroy());
  response.on("close", () => forwarded.destroy());
  incoming.pipe(forwarded);
}

const forwardAnswer =
  (response: ServerResponse): Receive =>
  (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  };
