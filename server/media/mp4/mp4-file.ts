import type { Downloader } from "../../upstream-client/download.ts";
import { UpstreamFault } from "../../upstream-client/errors.ts";
import { readWholeBody } from "../../upstream-client/exchange.ts";
import { type ByteRange, rangeHeader, rangeStart, requireStatus, sizeOf } from "../media-answer.ts";
import { demand, orUndefined, topLevelBox } from "./mp4-boxes.ts";
import { type CutFile, cutFile } from "./mp4-preview.ts";
import { createCoverageCheck, type Fragment } from "./mp4-tracks.ts";

/** Size of the blocks that are read while looking for the index, and limits on what is read. */
const BLOCK = 64 * 1024;
const INDEX_LIMIT = 16 * 1024 * 1024;
const FTYP_LIMIT = 4 * 1024;
/** How far to read for the index if the origin does not support ranges. */
const MAX_INDEX_AT = 64 * 1024 * 1024;
const FIRST_BOX = /^(ftyp|moov|mdat|wide|free|skip|pnot|uuid)$/;
const MAX_BOXES = 16;
/** The scan of a fragmented file stops after this many boxes or milliseconds. */
const MAX_FRAGMENT_BOXES = 10_000;
const FRAGMENTS_MS = 8_000;

export interface Cut extends CutFile {
  knowsRanges: boolean;
}

/** `size` is the whole file's, or Infinity. `isWhole`: the origin ignored Range, so the body begins at byte 0. */
export async function openRange(
  downloader: Downloader,
  url: string,
  range: ByteRange,
  signal: AbortSignal,
) {
  const answer = await downloader.open(url, { range: rangeHeader(range) }, signal);
  await requireStatus(answer, [200, 206, 416]);
  const { body, statusCode } = answer;
  const isWhole = statusCode === 200;
  if (isWhole || (statusCode === 206 && rangeStart(answer) === range.start)) {
    return { body, isWhole, size: sizeOf(answer) ?? Number.POSITIVE_INFINITY };
  }
  await body.dump();
  return undefined;
}

export const tooFewBytes = () => new UpstreamFault("stream: fewer bytes than requested.");
const tooMany = () => new UpstreamFault("stream: more bytes than requested.");

export type Opened = NonNullable<Awaited<ReturnType<typeof openRange>>>;

export function createReader(open: (range: ByteRange) => Promise<Opened | undefined>) {
  let block: Buffer = Buffer.alloc(0);
  let blockStart = 0;
  let statedSize = Number.POSITIVE_INFINITY;
  let size = statedSize;
  let blocks = 0;
  let rest: AsyncIterator<Buffer> | undefined;
  const blockEnd = () => blockStart + block.length;
  const inBlock = (start: number, end: number) =>
    block.subarray(Math.max(0, start - blockStart), Math.max(0, end - blockStart));

  async function readOn(body: AsyncIterator<Buffer>, start: number, end: number) {
    const parts = [inBlock(start, end)];
    for (let at = blockEnd(); at < end; ) {
      const { done, value } = await body.next();
      if (done) size = at;
      if (done) break;
      parts.push(value.subarray(Math.max(0, start - at)));
      at += value.length;
      demand(at <= MAX_INDEX_AT, "the index is too far away");
    }
    [block, blockStart] = [Buffer.concat(parts), start];
  }

  async function readBlock(start: number, length: number) {
    blocks += 1;
    // short fragments lie close together: larger blocks save requests
    const ahead = blocks > 2 && start - blockEnd() < BLOCK ? 16 * BLOCK : BLOCK;
    const end = start + Math.max(length, ahead);
    const opened = await open({ start, end });
    if (opened) statedSize = opened.size;
    size = opened?.size ?? start;
    [block, blockStart] = [Buffer.alloc(0), opened?.isWhole ? 0 : start];
    if (!opened) return;
    if (opened.isWhole) {
      rest = opened.body[Symbol.asyncIterator]();
      return readOn(rest, start, start + length);
    }
    block = await readWholeBody(opened.body, end - start, tooMany);
    if (blockEnd() >= Math.min(end, size)) return;
    if (size !== Number.POSITIVE_INFINITY) throw tooFewBytes();
    size = blockEnd();
  }

  return {
    size: () => size,
    statedSize: () => statedSize,
    knowsRanges: () => !rest,
    async bytesAt(start: number, length: number): Promise<Buffer> {
      const end = start + length;
      if (start < blockStart || Math.min(end, size) > blockEnd())
        await (rest ? readOn(rest, start, end) : readBlock(start, length));
      return inBlock(start, end);
    },
    close: () => void rest?.return?.().catch(() => undefined),
  };
}

export async function findCut(
  { bytesAt, size, statedSize, knowsRanges }: ReturnType<typeof createReader>,
  seconds: number,
): Promise<Cut | undefined> {
  const until = performance.now() + FRAGMENTS_MS;
  let ftyp: Buffer | undefined;
  let moov: Buffer | undefined;
  let coversPreview: ReturnType<typeof createCoverageCheck>;
  const fragments: Fragment[] = [];
  let left = INDEX_LIMIT;
  for (let at = 0, boxes = 0; at < size(); boxes += 1) {
    if (moov ? boxes >= MAX_FRAGMENT_BOXES || performance.now() > until : boxes >= MAX_BOXES) break;
    const box = topLevelBox(await bytesAt(at, 16));
    if (!box || (at === 0 && !FIRST_BOX.test(box.type))) break;
    const isIndex = box.type === (moov ? "moof" : "moov");
    if (isIndex || (at === 0 && box.type === "ftyp")) {
      left -= box.size;
      if (left < 0 || (!isIndex && box.size > FTYP_LIMIT)) break;
      const whole = Buffer.from(await bytesAt(at, box.size));
      if (whole.length < box.size) break;
      if (!isIndex) ftyp = whole;
      else if (moov) {
        const fragment = { at, moof: whole.subarray(box.headerSize) };
        fragments.push(fragment);
        if (orUndefined(() => coversPreview?.(fragment)) !== false) break;
      } else {
        moov = whole;
        coversPreview = createCoverageCheck(moov, seconds);
        if (!coversPreview) break;
      }
    }
    at += box.size;
  }
  const cut = moov && cutFile({ ftyp, moov, fragments, sourceSize: statedSize() }, seconds);
  return cut && { ...cut, knowsRanges: knowsRanges() };
}
