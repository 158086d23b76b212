import { BEGINNING_HEADER, type BeginningHead } from "../../../server/contract/rules.ts";
import { secondIn } from "../../addresses.ts";
import { restorePlayback, watchState } from "../../device/playback.ts";
import type { WatchProgress } from "../../device/storage-schema.ts";

export interface Beginning {
  address: string;
  mediaSource: MediaSource;
  head?: BeginningHead;
  buffers: SourceBuffer[];
  bytes: number;
  milliseconds: number;
  /** Whether the whole beginning is buffered; false if the server sent none, or if it starts at the wrong time. */
  loaded: Promise<boolean>;
  /** On a slow connection playback starts here; earlier, the beginning would end long before the player is loaded. */
  playerLoaded(): void;
  stop(): void;
}

export type BegunVideo = HTMLVideoElement & { beginning?: Beginning };

/** In bytes per millisecond: with less, while the page's scripts load too, hls.js loads longer than a segment lasts. */
const SLOW_RATE = 25;
const MIN_MEASURED = 24_000; // bytes

function joined(parts: Uint8Array[]) {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Resolves after an error, too; the next append then fails. */
const append = async (buffer: SourceBuffer, pieces: Uint8Array[]) => {
  if (pieces.length === 0) return;
  buffer.appendBuffer(joined(pieces));
  await new Promise((resolve) => {
    buffer.onupdateend = resolve;
  });
};

/** False where HLS plays natively: Safari has ManagedMediaSource. */
export const playsBeginnings = () => "MediaSource" in window && !("ManagedMediaSource" in window);

/** `from` is the second at which the beginning starts (`server/media/beginning/beginning.ts`). */
export function beginVideo(video: HTMLVideoElement, address: string, from: number): Beginning {
  const mediaSource = new MediaSource();
  const lifetime = new AbortController();
  const play = () => {
    video.playbackRate ||= video.defaultPlaybackRate;
  };
  const opened = new Promise((resolve) => {
    mediaSource.onsourceopen = resolve;
  });

  async function load(): Promise<boolean> {
    const began = performance.now();
    const answer = await fetch(address, { signal: lifetime.signal, priority: "high" });
    const head: BeginningHead | null = JSON.parse(String(answer.headers.get(BEGINNING_HEADER)));
    const body = answer.body?.getReader();
    if (!head || !body) return false;
    const types = Object.values(head.tracks);
    if (!types.every(MediaSource.isTypeSupported)) return false;
    await opened;
    const buffers = types.map((type) => mediaSource.addSourceBuffer(type));
    const sound = buffers.at(-1);
    if (sound && head.soundFrom) sound.timestampOffset = head.soundFrom;
    Object.assign(beginning, { head, buffers });
    mediaSource.duration = head.full;
    let rest = new Uint8Array();
    for (let read = await body.read(); read.value; read = await body.read()) {
      rest = joined([rest, read.value]);
      beginning.bytes += read.value.length;
      beginning.milliseconds = performance.now() - began;
      if (beginning.bytes > Math.max(MIN_MEASURED, SLOW_RATE * beginning.milliseconds)) play();
      // one append for all received pieces of a track: each append waits for the busy main thread
      const pieces = buffers.map((): Uint8Array[] => []);
      for (let size = 0; rest.length > 4; rest = rest.subarray(size)) {
        size = 4 + (new DataView(rest.buffer, rest.byteOffset).getUint32(0) & 0xffffff);
        if (rest.length < size) break;
        pieces[rest[0] ?? 0]?.push(rest.subarray(4, size));
      }
      await Promise.all(buffers.map((buffer, track) => append(buffer, pieces[track] ?? [])));
    }
    // the time on the network, without delays by a busy page; missing if the resource timing buffer is full
    for (const { duration } of performance.getEntriesByName(answer.url)) {
      beginning.milliseconds = duration;
      if (beginning.bytes > SLOW_RATE * duration) play();
    }
    const { buffered } = video;
    return buffered.length === 1 && Math.abs(buffered.start(0) - head.start) < 0.5;
  }

  const beginning: Beginning = {
    address,
    mediaSource,
    buffers: [],
    bytes: 0,
    milliseconds: 0,
    loaded: load().catch(() => false),
    playerLoaded: play,
    stop: () => lifetime.abort(),
  };
  restorePlayback(video);
  video.src = URL.createObjectURL(mediaSource);
  video.playbackRate = 0;
  // even 0: it replaces an earlier position that was never reached
  video.currentTime = from;
  return beginning;
}

/** In seconds: from the address, or where the viewer left the video; undefined if they resume in another episode. */
export function startOfFirstEpisode(
  query: URLSearchParams,
  history: readonly WatchProgress[],
  code: string,
): number | undefined {
  const progress = history.find((one) => one.code === code);
  if (!progress) return secondIn(query);
  const state = watchState(progress);
  if (query.has("ep") || progress.episode !== 0 || state === "finished") return undefined;
  return state === "in progress" ? progress.seconds : 0;
}
