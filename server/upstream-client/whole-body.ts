import type { Dispatcher } from "undici";
import type { UpstreamFault } from "./errors.ts";

/**
 * The body of an answer, read to its end.
 *
 * @param limit in bytes
 * @throws what `tooLarge` makes, as soon as there is more than that
 */
export async function wholeBody(
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
