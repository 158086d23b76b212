import { once } from "node:events";
import { type IncomingHttpHeaders, type RequestOptions, request } from "node:http";
import { buffer } from "node:stream/consumers";
import { phone } from "./site.ts";

export interface RawAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  /** As received, not decoded. */
  body: Buffer;
}

/** Sends a request like a phone's browser. The answer is not decoded, as it would be by `fetch`. */
export async function rawRequest(
  url: string,
  headers: Record<string, string> = {},
  options: RequestOptions = {},
): Promise<RawAnswer> {
  const sent = request(url, { ...options, headers: { "user-agent": phone, ...headers } });
  sent.end();
  const [answer] = await once(sent, "response");
  return { status: answer.statusCode, headers: answer.headers, body: await buffer(answer) };
}
