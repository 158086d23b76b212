import { Transform, Writable } from "node:stream";

/**
 * A page on its way to the browser: what React 18's own stream leaves to do. It goes when `document-stream.test.ts` passes
 * without it.
 *
 * - React writes pieces of 2 KB. Those of one turn of the event loop go on as one: each would be compressed, flushed and
 *   sent by itself. Uncached home page 65 requests a second without this, 103 with it; 2026-11-22, one core.
 * - React fills a piece up with null bytes where the next letter, of several bytes, does not fit in whole. They would
 *   stand in the middle of a Chinese text.
 */
export function documentStream(): Transform {
  let pieces: Buffer[] = [];
  const send = (stream: Transform) => {
    if (pieces.length === 0 || stream.destroyed) return;
    stream.push(Buffer.concat(pieces));
    pieces = [];
  };
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      if (pieces.length === 0) setImmediate(send, this);
      pieces.push(withoutFilling(piece));
      done();
    },
    flush(done) {
      send(this);
      done();
    },
  });
}

function withoutFilling(piece: Buffer): Buffer {
  const end = piece.indexOf(0);
  return end < 0 ? piece : piece.subarray(0, end);
}

/** In bytes: React writes without a pause. */
const ANY_PAGE = 16 * 1024 * 1024;

/** The same for a page that is sent in one piece. */
export function wholeDocument(onWhole: (page: Buffer) => void): Writable {
  const pieces: Buffer[] = [];
  return new Writable({
    highWaterMark: ANY_PAGE,
    write(piece: Buffer, _encoding, done) {
      pieces.push(withoutFilling(piece));
      done();
    },
    final(done) {
      onWhole(scriptsAfterPicture(Buffer.concat(pieces)));
      done();
    },
  });
}

const PICTURE = '<link rel="preload" as="image"';
const SCRIPT = '<link rel="modulepreload"';

/**
 * Deviation from stock Remix, 2026-11-27: where a page preloads its first screen's picture, the scripts, nine times as heavy,
 * leave the line to it. Home's largest paint comes after 674 ms instead of 752 (slow line, processor twice slower, medians of
 * twice five loads in turns). `<Scripts>` has no setting for that; this goes when it has one.
 */
function scriptsAfterPicture(page: Buffer): Buffer {
  if (!page.includes(PICTURE)) return page;
  // byte by byte, whatever the letters are
  const html = page.toString("latin1").replaceAll(SCRIPT, `${SCRIPT} fetchpriority="low"`);
  return Buffer.from(html, "latin1");
}
