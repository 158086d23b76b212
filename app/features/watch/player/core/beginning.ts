import { BANDWIDTH_HEADER, FULL_SECONDS_HEADER } from "../../../../../server/contract/rules.ts";
import { beginningAddress } from "../../../../navigation/addresses.ts";
import type { dataUseFor } from "../../../../session/data-use.ts";

/** The first seconds of a stream, in a video element before the player's script is there. */
export interface Beginning {
  address: string;
  mediaSource: MediaSource;
  buffer: SourceBuffer | undefined;
  /** The variant of the playlist that it is, in bits per second. */
  bandwidth: number;
  /** What has come of it, and how long that took, in milliseconds. */
  pieces: Uint8Array[];
  milliseconds: number;
  /** Whether all of it is in the element; false where there is none, or it does not begin where the stream does. */
  loaded: Promise<boolean>;
  /** On a narrow line the first frame stands until then: the beginning would be over long before. */
  playerIsThere(): void;
  stop(): void;
}

/** Headers of the answer (`server/media/beginning.ts`). */
export const beginningHeaders = { seconds: FULL_SECONDS_HEADER, bandwidth: BANDWIDTH_HEADER };
type HeaderNames = typeof beginningHeaders;

/** An element with a beginning: the document's own script has nothing else to hand it on by. */
export type BegunVideo = HTMLVideoElement & { beginning?: Beginning };

/**
 * Shows a stream's beginning as it arrives. The document runs it as an inline script, too, before any other script: it
 * uses nothing from outside itself.
 */
export function beginVideo(
  video: HTMLVideoElement,
  address: string,
  names: HeaderNames,
): Beginning {
  // in bytes a millisecond: what is left to a stream beside the page's scripts, where hls.js takes longer than a segment
  const narrow = 25;
  // in bytes: from fewer the line's speed is not known
  const telling = 24_000;
  const mediaSource = new MediaSource();
  const lifetime = new AbortController();
  const play = () => {
    video.playbackRate ||= video.defaultPlaybackRate;
  };
  const opened = new Promise((resolve) =>
    mediaSource.addEventListener("sourceopen", resolve, { once: true }),
  );

  async function load(): Promise<boolean> {
    const { signal } = lifetime;
    const began = performance.now();
    const answer = await fetch(address, { signal, priority: "high" });
    const type = answer.headers.get("content-type") ?? "";
    const body = answer.body?.getReader();
    if (!answer.ok || !body || !MediaSource.isTypeSupported(type)) return false;
    await opened;
    const buffer = mediaSource.addSourceBuffer(type);
    beginning.buffer = buffer;
    beginning.bandwidth = Number(answer.headers.get(names.bandwidth));
    mediaSource.duration = Number(answer.headers.get(names.seconds));
    let received = 0;
    for (let piece = await body.read(); !piece.done; piece = await body.read()) {
      const appended = new Promise((resolve, reject) => {
        buffer.onupdateend = resolve;
        buffer.onerror = reject;
      });
      buffer.appendBuffer(piece.value);
      beginning.pieces.push(piece.value);
      beginning.milliseconds = performance.now() - began;
      received += piece.value.length;
      if (received > Math.max(telling, narrow * beginning.milliseconds)) play();
      await appended;
    }
    // of the line alone, however busy the page was; the browser keeps the times of some hundred requests
    for (const { duration } of performance.getEntriesByName(answer.url)) {
      beginning.milliseconds = duration;
      if (received > narrow * duration) play();
    }
    return buffer.buffered.length === 1 && buffer.buffered.start(0) < 0.5;
  }

  const beginning: Beginning = {
    address,
    mediaSource,
    buffer: undefined,
    bandwidth: 0,
    pieces: [],
    milliseconds: 0,
    loaded: load().catch(() => false),
    playerIsThere: play,
    stop: () => lifetime.abort(),
  };
  video.src = URL.createObjectURL(mediaSource);
  video.playbackRate = 0;
  return beginning;
}

/** The document's script right behind the video element. It uses nothing from outside itself, either. */
export function beginFromDocument(
  begin: typeof beginVideo,
  dataUse: typeof dataUseFor,
  code: string,
  address: string,
  names: HeaderNames,
) {
  const video = document.currentScript?.previousElementSibling;
  const hasMediaSource = "MediaSource" in window && !("ManagedMediaSource" in window);
  let [history, chosen]: [string | null, Parameters<typeof dataUse>[0]] = [null, "automatic"];
  try {
    history = localStorage.getItem("videoHistory");
    chosen = JSON.parse(localStorage.getItem("dataUse") ?? '"automatic"');
  } catch {
    // refused or spoilt: as on a new device
  }
  const startsElsewhere = /[?&]t=[1-9]/.test(location.search) || history?.includes(code);
  if (!(video instanceof HTMLVideoElement) || !hasMediaSource || startsElsewhere) return;
  if (document.visibilityState === "hidden" || dataUse(chosen) === "saver") return;
  (video as BegunVideo).beginning = begin(video, address, names);
  video.play().catch(() => undefined);
}

let tapped: BegunVideo | undefined;

/**
 * Begins the stream of a page that is on its way, in an element of its own: media source, loading and decoding take no
 * longer than the page's data and its first rendering. One that was begun before is to be released first.
 *
 * @param src of the playlist; the stream plays from its start
 * @param onFrame told when the element has its first frame, unless a page shows it by then
 */
export function beginTapped(src: string, onFrame: (video: HTMLVideoElement) => void) {
  const video: BegunVideo = document.createElement("video");
  Object.assign(video, { playsInline: true, preload: "auto" });
  video.addEventListener("loadeddata", () => video === tapped && onFrame(video));
  video.beginning = beginVideo(video, beginningAddress(src), beginningHeaders);
  tapped = video;
}

/** The element in which this stream has begun, to be shown in place of a new one. */
export const tappedVideo = (src: string): HTMLVideoElement | undefined =>
  tapped?.beginning?.address === beginningAddress(src) ? tapped : undefined;

/** @param shown the element that a page shows, if it is the one; any other is given up */
export function releaseTapped(shown?: HTMLVideoElement) {
  if (tapped && tapped !== shown) {
    tapped.remove();
    tapped.beginning?.stop();
    tapped.removeAttribute("src");
    tapped.load();
  }
  tapped = undefined;
}
