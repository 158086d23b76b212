/** Some bytes of a file; `end` is the first one that does not belong to them. */
export interface Bytes {
  start: number;
  end: number;
}

/** What a Range header wants of `window`, all of it without a header; undefined when nothing of it can be had. */
export function askedOf(window: Bytes, range: string | null): Bytes | undefined {
  const asked = range === null ? window : parseRange(range);
  if (!asked || asked.start < window.start) return undefined;
  const end = Math.min(asked.end, window.end);
  return asked.start < end ? { start: asked.start, end } : undefined;
}

/** One range with a first byte; the end of an open one is infinite. */
function parseRange(header: string): Bytes | undefined {
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(header.trim()) ?? [];
  if (first === undefined) return undefined;
  return { start: Number(first), end: last ? Number(last) + 1 : Number.POSITIVE_INFINITY };
}

export const rangeHeader = ({ start, end }: Bytes) => `bytes=${start}-${end - 1}`;

/** `length` bytes of a body, from byte `skip` on; what follows is not read. */
export async function* cut(body: AsyncIterable<Buffer>, skip: number, length: number) {
  let toSkip = skip;
  let left = length;
  for await (const chunk of body) {
    const part = chunk.subarray(toSkip, toSkip + left);
    toSkip = Math.max(0, toSkip - chunk.length);
    left -= part.length;
    if (part.length > 0) yield part;
    if (left <= 0) return;
  }
}
