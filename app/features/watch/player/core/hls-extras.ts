import Hls, { ContentSteeringController, Events, type HlsConfig, type Level } from "hls.js";
import { deviceStorage } from "../../../../session/storage.ts";
import { receiverAddress } from "../extras/receiver-address.ts";
import { languageIn, offerAudioTracks } from "../extras/tracks.ts";
import type { AppleVideo } from "./background.ts";
import type { Beginning } from "./beginning.ts";
import type { PlayerStream } from "./engine.ts";

/** The element as it is, with its media source, for hls.js to go on with. */
export const handOver = (media: HTMLVideoElement, { mediaSource, buffer }: Beginning) => ({
  media,
  mediaSource,
  tracks: {
    audiovideo: {
      id: "main" as const,
      container: "video/mp4",
      listeners: [],
      ...(buffer && { buffer }),
    },
  },
});

const isOf = ({ bandwidth }: Beginning, level: Level | undefined) =>
  Number(level?.attrs.BANDWIDTH) === bandwidth;

/** Goes on in the same quality, wherever the viewer is in the beginning. */
export function continueAfter(hls: Hls, beginning: Beginning) {
  const level = hls.levels.findIndex((one) => isOf(beginning, one));
  if (level >= 0) hls.startLevel = level;
  // hls.js asks for the first segment, too: it takes the kind of the tracks from it
  hls.startLoad(0, true);
}

type FragmentLoader = NonNullable<HlsConfig["fLoader"]>;

/** Loads the first segment from what the beginning has brought, and all others as hls.js does. */
export const startingWith = (beginning: Beginning, levels: () => Level[]) =>
  class extends (Hls.DefaultConfig.loader as FragmentLoader) {
    override load(
      ...[context, config, callbacks]: Parameters<InstanceType<FragmentLoader>["load"]>
    ) {
      const { sn, level } = context.frag;
      const own = levels()[level];
      const isFirst = isOf(beginning, own) && own?.details?.startSN === sn;
      const data = isFirst && firstSegment(beginning.pieces);
      if (!data) return super.load(context, config, callbacks);
      // as if it had come just now, for the line's measured speed
      const end = performance.now();
      const start = end - beginning.milliseconds;
      const loaded = data.byteLength;
      Object.assign(this.stats, { loaded, total: loaded, loading: { start, first: start, end } });
      callbacks.onSuccess({ url: context.url, data, code: 200 }, this.stats, context, null);
    }
  };

/** "moov", the box with which the initialization ends. */
const MOOV = 0x6d_6f_6f_76;

/** What stands behind the initialization; undefined where that has not come whole. */
function firstSegment(pieces: readonly Uint8Array[]): ArrayBuffer | undefined {
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let filled = 0;
  for (const piece of pieces) {
    bytes.set(piece, filled);
    filled += piece.length;
  }
  const view = new DataView(bytes.buffer);
  for (let at = 0; at + 8 <= bytes.length; ) {
    const [size, type] = [view.getUint32(at), view.getUint32(at + 4)];
    at += Math.max(size, 8);
    if (type === MOOV && at < bytes.length) return bytes.buffer.slice(at);
  }
  return undefined;
}

/**
 * Lets the player's menu choose among the playlist's sounds, and begins with the one that was chosen earlier. Not where one of
 * them is in the same file as the picture: hls.js 1.7.4 cannot leave that in fragmented MP4 and begins again and again.
 */
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
    const lang = languageIn(deviceStorage.read("tracks").sound);
    if (lang) hls.config.audioPreference = { lang };
    hls.on(Events.AUDIO_TRACKS_UPDATED, offer);
    hls.on(Events.AUDIO_TRACK_SWITCHING, offer);
  });
  hls.on(Events.DESTROYING, () => offerAudioTracks(video, undefined));
}

/** A variant on several networks is still one quality, but no server is asked which of them to take. */
export class Pathways extends ContentSteeringController {
  override startLoad() {}
}

/** As WebKit asks for it. */
const HLS_TYPE = "application/x-mpegURL";

/**
 * What hls.js appends to Safari's ManagedMediaSource cannot leave the device: AirPlay gets an address of its own, as a second
 * source. Until that is there hls.js forbids AirPlay, without which the first source would not open.
 */
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
