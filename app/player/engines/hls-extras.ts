import Hls, {
  type BaseTrackSet,
  ContentSteeringController,
  Events,
  type LoaderCallbacks,
  type LoaderConfiguration,
  type LoaderContext,
  type MediaAttachedData,
  type MediaFragment,
} from "hls.js";
import { playerStorage } from "../../device/player-storage.ts";
import type { AppleVideo } from "./background.ts";
import type { Beginning } from "./beginning.ts";
import type { PlayerStream } from "./engine.ts";
import { languageIn, offerAudioTracks, receiverAddress } from "./tracks.ts";

export const attachDataOf = (
  media: HTMLVideoElement,
  { mediaSource, head, buffers }: Beginning,
) => ({
  media,
  mediaSource,
  tracks: Object.fromEntries(
    Object.entries(head?.tracks ?? {}).map(([name, type], index) => {
      const [container = "", codec] = type.split(/; codecs="|"/);
      const buffer = buffers[index];
      const known = { id: "main" as const, container, codec, listeners: [] };
      return [name, { ...known, ...(buffer && { buffer }) }];
    }),
  ),
});

export function continueAfter(hls: Hls, { head }: Beginning) {
  const same = hls.levels.findIndex(({ attrs }) => Number(attrs.BANDWIDTH) === head?.bandwidth);
  if (same >= 0) hls.startLevel = same;
  hls.once(Events.LEVEL_UPDATED, () => hls.startLoad());
  hls.startLoad(0, true);
}

/** hls.js has not parsed the beginning, and would place its own segments at other times. */
export const streamControllerAfter = ({ head }: Beginning) =>
  class extends Hls.DefaultConfig.streamController {
    override startLoad(startPosition: number, skipSeekToStartPosition?: boolean) {
      // not after a time without the picture
      if (this.config.autoStartLoad) return super.startLoad(startPosition, skipSeekToStartPosition);
      const fragments = this.getLevelDetails()?.fragments ?? [];
      const first = fragments.find(({ end }) => head && end > head.start + 0.01);
      if (head && first) this.initPTS[first.cc] ??= head.clock;
      if (this.media) return super.startLoad(startPosition, skipSeekToStartPosition);
      this.startFragRequested = false;
      // even if the beginning is the whole stream, hls.js needs a segment to end it
      const next = Math.min(head?.end ?? 0, fragments.at(-1)?.start ?? 0);
      super.startLoad(startPosition < 0 ? next : startPosition, true);
    }

    /** The element is attached with the first segment, until which hls.js 1.7.4 requests no segment twice. */
    override checkRetryDate() {
      if (!this.media) this.startFragRequested = false;
      super.checkRetryDate();
    }

    /** Aborting the segment with which the element is attached, hls.js 1.7.4 would attach it never. */
    override immediateLevelSwitch() {
      if (this.media) super.immediateLevelSwitch();
      else this.hls.once(Events.MEDIA_ATTACHED, this.immediateLevelSwitch, this);
    }

    /** hls.js 1.7.4 has dropped the segment whose tracks it waited for, and would load it again. */
    override onMediaAttached(event: Events.MEDIA_ATTACHED, data: MediaAttachedData) {
      const loaded = this.fragCurrent as MediaFragment | null;
      if (loaded) this.fragmentTracker.fragBuffered(loaded, true);
      super.onMediaAttached(event, data);
    }
  };

/** Not if audio is muxed with the video: in fragmented MP4 hls.js 1.7.4 cannot leave that track, and restarts forever. */
export function offerSound(hls: Hls, video: HTMLVideoElement) {
  const offer = () =>
    offerAudioTracks(video, {
      list: hls.audioTracks.map(({ name, lang = "" }, id) => ({ id, name, language: lang })),
      chosen: hls.audioTrack,
      choose(id) {
        hls.audioTrack = id;
      },
    });
  hls.on(Events.MANIFEST_PARSED, (_event, { audioTracks }) => {
    if (audioTracks.some(({ url }) => !url)) return;
    const lang = languageIn(playerStorage.read("tracks").sound);
    if (lang) hls.config.audioPreference = { lang };
    hls.on(Events.AUDIO_TRACKS_UPDATED, offer);
    hls.on(Events.AUDIO_TRACK_SWITCHING, offer);
  });
  hls.on(Events.DESTROYING, () => offerAudioTracks(video, undefined));
}

/** In seconds. hls.js itself loads what follows a gap longer than `LONGEST_GAP` (its `maxBufferHole`). */
const [MIN_LEFT, LONGEST_GAP] = [0.2, 0.1];

/** A seek into a gap of a frame or two never ends, so it moves to the gap's end. */
export function afterGap(seconds: number, ranges: { start: number; end: number }[]) {
  const next = ranges.find(({ start }) => start > seconds);
  const before = ranges.find(({ start, end }) => start <= seconds && seconds < end);
  const nextStart = next?.start ?? Number.POSITIVE_INFINITY;
  const isShort = before ? before.end - seconds < MIN_LEFT : true;
  return isShort && nextStart - (before?.end ?? seconds) < LONGEST_GAP ? nextStart : seconds;
}

export function seekAcrossGaps(hls: Hls, video: HTMLVideoElement, signal: AbortSignal) {
  const check = () => {
    if (!video.seeking) return;
    const { buffered, currentTime } = video;
    const ranges = Array.from({ length: buffered.length }, (_, index) => ({
      start: buffered.start(index),
      end: buffered.end(index),
    }));
    const target = afterGap(currentTime, ranges);
    if (target !== currentTime) video.currentTime = target;
  };
  hls.on(Events.FRAG_BUFFERED, check);
  video.addEventListener("seeking", check, { signal });
}

const cutOff = new Set<string>();

/** Chromium can cut off a byte range that it has cached. A second short answer is taken: the range may exceed the file. */
export class WholeRanges extends Hls.DefaultConfig.loader {
  override load(
    context: LoaderContext,
    config: LoaderConfiguration,
    callbacks: LoaderCallbacks<LoaderContext>,
  ) {
    const { url, rangeStart = 0, rangeEnd = 0 } = context;
    const range = `${url} ${rangeStart}`;
    super.load(context, config, {
      ...callbacks,
      onSuccess(response, stats, _context, details) {
        const { data, code = 0 } = response;
        const isWhole = !(data instanceof ArrayBuffer) || data.byteLength >= rangeEnd - rangeStart;
        if (isWhole || cutOff.has(range))
          return callbacks.onSuccess(response, stats, context, details);
        cutOff.add(range);
        callbacks.onError({ code, text: "cut off" }, context, details, stats);
      },
    });
  }
}

/** Treats redundant variants as one quality, without asking a steering server. */
export class Pathways extends ContentSteeringController {
  override startLoad() {}
}

const HLS_TYPE = "application/x-mpegURL";

// AirPlay cannot use a ManagedMediaSource, so it gets its own address as a second source. Until that is added, hls.js
// disables AirPlay, as otherwise the first source would not open.
export function offerToReceivers(hls: Hls, video: AppleVideo, stream: PlayerStream) {
  if (!("ManagedMediaSource" in window)) return;
  hls.on(Events.MEDIA_ATTACHED, async () => {
    const address = await receiverAddress(stream).catch(() => undefined);
    if (!address || hls.media !== video) return;
    const source = document.createElement("source");
    source.type = HLS_TYPE;
    source.src = address;
    video.append(source);
    video.disableRemotePlayback = false;
  });
  const follow = () => {
    if (video.webkitCurrentPlaybackTargetIsWireless) hls.stopLoad();
    else hls.startLoad();
  };
  video.addEventListener("webkitcurrentplaybacktargetiswirelesschanged", follow);
  hls.on(Events.DESTROYING, () => {
    video.removeEventListener("webkitcurrentplaybacktargetiswirelesschanged", follow);
    for (const source of video.querySelectorAll("source")) source.remove();
    video.disableRemotePlayback = false;
  });
}

/** For the statistics. Playlists need not name the codecs: these tracks are the media's. */
export type MeasuredVideo = HTMLVideoElement & { measured?: { hls: Hls; tracks: BaseTrackSet } };

export function offerFigures(hls: Hls, video: MeasuredVideo) {
  const tracks: BaseTrackSet = {};
  video.measured = { hls, tracks };
  hls.on(Events.BUFFER_CODECS, (_event, found) => void Object.assign(tracks, found));
  hls.on(Events.DESTROYING, () => void delete video.measured);
}
