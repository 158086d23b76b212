import { type IncomingMessage, request, type ServerResponse } from "node:http";
import { brotliCompressSync, constants } from "node:zlib";

/** What servers that stand in front of a site have in common. */

/** Compressed as the site's own host keeps its documents and files. */
export const asKept = (text: string | Buffer) =>
  brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });

type Receive = (answer: IncomingMessage) => void;

/**
 * Asks the site for what was asked of its front, with other headers where given.
 *
 * @param receive what becomes of the answer; without it, it is handed on as it is
 */
export function passOn(
  site: string,
  incoming: IncomingMessage,
  response: ServerResponse,
  {
    headers = incoming.headers,
    receive = handOn(response),
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

const handOn =
  (response: ServerResponse): Receive =>
  (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  };
