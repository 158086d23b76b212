import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { cacheControl } from "../cache-times.ts";
import type { PictureOutcome } from "../observability/observers.ts";
import type { Sealer } from "../secrets/seal.ts";
import { createSingleFlight } from "../shared-store/single-flight.ts";
import type { Downloader } from "../upstream-client/download.ts";
import { createLimiter, QueueFullError } from "../upstream-client/limiter.ts";
import type { UpstreamOrigins } from "../upstream-client/origins.ts";
import { createDiskCache } from "./pictures/disk-cache.ts";
import { type DrawOptions, draw, type Format, formats, typeOf } from "./pictures/draw.ts";
import { createOriginals } from "./pictures/originals.ts";

const LARGEST = 1080;
/** In pixels; a request gets the nearest width that is not smaller. In the first, nobody recognises anything. */
const imageWidths = [16, 180, 360, 540, 720, LARGEST] as const;

/** Half of libuv's four threads, so that pages never wait for all of them. */
const MAX_CONCURRENT_DRAWINGS = 2;
const MAX_CONCURRENT_ORIGINALS = 16;
/** About five seconds of work. */
const MAX_QUEUED = 400;
/** From this queue length on, pictures are drawn as WebP, which is four times as fast. */
const BUSY_FROM_QUEUED = 8;
/** How often a picture that is used from memory is marked as used on disk, too. */
const TOUCH_INTERVAL_MS = 10 * 60 * 1000;

interface Picture {
  bytes: Buffer;
  type: `image/${Format}`;
  etag: string;
}

export type Images = ReturnType<typeof createImages>;

export interface PictureStore {
  folder: string;
  maxBytes: number;
  /** Identifies the upstream independently of its address, because another upstream has other pictures. */
  source: string;
}

/** Prefixes of a sealed path; sealed text contains no dot. */
const PRIVATE = "private.";
const ANIMATED = "moving.";

interface Wanted extends DrawOptions {
  /** The original's address without its server, so that mirrors share pictures. */
  name: string;
}

/** @param options.disk keeps pictures across restarts, except members' own (`personal`) */
export function createImages(options: {
  sealer: Sealer;
  downloader: Downloader;
  origins: Pick<UpstreamOrigins, "resolve" | "shorten">;
  disk?: PictureStore | undefined;
  /** In bytes. */
  memory: { pictures: number; originals: number };
  onPicture?: ((outcome: PictureOutcome) => void) | undefined;
}) {
  const { onPicture = () => undefined } = options;
  const disk = options.disk && createDiskCache(options.disk);
  const originals = createOriginals(options.downloader, options.memory.originals);
  const making = createLimiter({ running: MAX_CONCURRENT_ORIGINALS, waiting: MAX_QUEUED });
  const drawing = createLimiter({
    running: MAX_CONCURRENT_DRAWINGS,
    waiting: MAX_CONCURRENT_ORIGINALS,
  });
  const once = createSingleFlight<Picture>();
  const inMemory = new LRUCache<string, Picture & { touchedAt: number }>({
    maxSize: options.memory.pictures,
    sizeCalculation: ({ bytes }, key) => bytes.length + 2 * key.length + 512,
  });

  const keyOf = ({ name, width, format, animated }: Wanted) =>
    `${animated ? ANIMATED : ""}${width}:${format}:${options.disk?.source ?? ""} ${name}`;
  const store = (key: string, bytes: Buffer): Picture => {
    const etag = `"${createHash("sha1").update(bytes).digest("base64url")}"`;
    const picture: Picture = { bytes, type: typeOf(bytes), etag };
    inMemory.set(key, { ...picture, touchedAt: Date.now() });
    return picture;
  };

  const fromMemory = (key: string) => {
    const found = inMemory.get(key);
    if (found && found.touchedAt < Date.now() - TOUCH_INTERVAL_MS) {
      found.touchedAt = Date.now();
      disk?.touch(key);
    }
    return found;
  };

  async function make(wanted: Wanted, signal: AbortSignal): Promise<Buffer> {
    const url = options.origins.resolve(wanted.name);
    return making.run(async () => {
      const original = await originals.fetch(url);
      return drawing.run(() =>
        draw(original, wanted).catch((reason) => {
          originals.reject(url, reason);
          throw reason;
        }),
      );
    }, signal);
  }

  /** Undefined for an address that this site has not sealed. @throws {QueueFullError}, and if the original is unusable */
  async function find(sealed: string, { url, headers, signal }: Request) {
    const kind = [PRIVATE, ANIMATED].find((one) => sealed.startsWith(one)) ?? "";
    const personal = kind === PRIVATE;
    const name = options.sealer.openStable("image", sealed.slice(kind.length), kind);
    if (name === undefined) return undefined;
    const asked = Number(new URL(url).searchParams.get("w")) || 180;
    const width = imageWidths.find((one) => one >= asked) ?? LARGEST;
    const accept = headers.get("accept") ?? "";
    const accepted = formats.filter((one) => accept.includes(`image/${one}`));
    const files = personal ? undefined : disk;
    const existing = async (wanted: Wanted) => {
      const key = keyOf(wanted);
      const found = fromMemory(key);
      if (found) return found;
      const bytes = await files?.read(key);
      if (!bytes) return undefined;
      onPicture("disk");
      return store(key, bytes);
    };

    const animated = kind === ANIMATED;
    const best = { name, width, format: accepted[0] ?? "jpeg", animated } satisfies Wanted;
    const work = async (stop: AbortSignal) => {
      const found = await existing(best);
      if (found) return found;
      const busy = making.waiting >= BUSY_FROM_QUEUED && accepted.includes("webp");
      const wanted: Wanted = busy ? { ...best, format: "webp" } : best;
      const quick = wanted.format === best.format ? undefined : await existing(wanted);
      if (quick) return quick;
      const bytes = await make(wanted, stop).catch((error: unknown) => {
        if (!stop.aborted) onPicture(error instanceof QueueFullError ? "refused" : "failed");
        throw error;
      });
      onPicture("drawn");
      const key = keyOf(wanted);
      files?.put(key, bytes);
      return store(key, bytes);
    };
    const ready = fromMemory(keyOf(best));
    if (!ready) return once(`${personal}:${keyOf(best)}`, work, signal);
    onPicture("memory");
    return ready;
  }

  const addressOfKind = (kind: string) => (url: string) =>
    url &&
    `/image/${kind}${options.sealer.sealStable("image", options.origins.shorten(url), kind)}`;
  return {
    address: memoized(addressOfKind("")),
    /** For a member's own picture, which is cached only in memory and by its own browser. */
    privateAddress: addressOfKind(PRIVATE),
    /** For a picture that stays animated, such as an ad; the other addresses give only an animation's first frame. */
    movingAddress: memoized(addressOfKind(ANIMATED)),
    /** The picture, `?w=` pixels wide. */
    async answer(sealed: string, request: Request): Promise<Response> {
      const picture = await find(sealed, request).catch(unavailable);
      if (!picture) return new Response(null, { status: 404 });
      return picture instanceof Response ? picture : answerWith(picture, sealed, request);
    },
  };
}

function memoized(mint: (url: string) => string) {
  const minted = new LRUCache<string, string>({ max: 5_000, memoMethod: mint });
  return (url: string) => minted.memo(url);
}

/** Immutable, because its address is sealed. */
function answerWith({ bytes, type, etag }: Picture, sealed: string, request: Request): Response {
  const personal = sealed.startsWith(PRIVATE);
  const headers = {
    "content-type": type,
    "cache-control": personal ? cacheControl.privateImmutable : cacheControl.immutable,
    vary: "accept",
    etag,
  };
  if (request.headers.get("if-none-match") === etag)
    return new Response(null, { status: 304, headers });
  return new Response(new Uint8Array(bytes), {
    headers: { ...headers, "content-length": String(bytes.length) },
  });
}

const unavailable = (reason: unknown) =>
  reason instanceof QueueFullError
    ? new Response(null, { status: 503, headers: { "retry-after": "2" } })
    : new Response(null, { status: 502 });
