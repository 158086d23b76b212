import { once } from "node:events";
import { type IncomingHttpHeaders, type RequestOptions, request } from "node:http";
import { buffer } from "node:stream/consumers";
import { phone } from "./site.ts";

export interface RawAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  /** As it came over the wire. */
  body: Buffer;
}

/** A request as a phone's browser makes it, and the answer as it is: fetch would decode it. */
export async function rawRequest(
  url: string,
  headers: Record<string, string> = {},
  options: RequestOptions = {},
): Promise<RawAnswer> {
  const asked = request(url, { ...options, headers: { "user-agent": phone, ...headers } });
  asked.end();
  const [answer] = await once(asked, "response");
  return { status: answer.statusCode, headers: answer.headers, body: await buffer(answer) };
}
