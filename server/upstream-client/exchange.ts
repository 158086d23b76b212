import { type Dispatcher, type FormData, request } from "undici";
import { statusFault, UpstreamFault } from "./errors.ts";

/** The largest answer that is read, in bytes. */
export const MAX_ANSWER = 8 * 1024 * 1024;

export interface Call {
  /** Names the call in messages: "video.detail". */
  name: string;
  method: "GET" | "POST";
  path: string;
  headers: Record<string, string>;
  /** JSON text, or a form with files. */
  body?: string | FormData;
  /** Reads may go out again after a fault; writes never, once a byte of them may have arrived. */
  repeatable: boolean;
}

/**
 * The body of a 2xx answer.
 *
 * @param base without a slash at its end
 * @throws {UpstreamFault} for any other answer and for one over 8 MB; what undici throws where there is none
 */
export async function exchange(
  base: string,
  call: Call,
  dispatcher: Dispatcher,
  signal: AbortSignal,
): Promise<string> {
  const answer = await startExchange(base, call, dispatcher, signal);
  if (answer.statusCode < 200 || answer.statusCode > 299) {
    await answer.body.dump();
    throw statusFault(call.name, answer.statusCode);
  }
  const body = await readWholeBody(answer.body, MAX_ANSWER, () => {
    const message = `${call.name}: the answer is over ${MAX_ANSWER} bytes. Let the upstream send less at a time.`;
    return new UpstreamFault(message, { kind: "unexpected" });
  });
  return body.toString("utf8");
}

/** The answer as it begins, whatever its status; its body is to be read. */
export const startExchange = (
  base: string,
  call: Call,
  dispatcher: Dispatcher,
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> =>
  request(`${base}${call.path}`, {
    method: call.method,
    headers: {
      ...call.headers,
      ...(typeof call.body === "string" && { "content-type": "application/json" }),
    },
    body: call.body,
    dispatcher,
    signal,
  });

/**
 * The body of an answer, read to its end.
 *
 * @param limit in bytes
 * @throws what `tooLarge` makes, as soon as there is more than that
 */
export async function readWholeBody(
  body: Dispatcher.ResponseData["body"],
  limit: number,
  tooLarge: () => UpstreamFault,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
