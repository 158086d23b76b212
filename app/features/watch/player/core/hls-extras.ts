import { Events, type default as Hls } from "hls.js";
import { deviceStorage } from "../../../../session/storage.ts";
import { receiverAddress } from "../extras/receiver-address.ts";
import { languageIn, offerAudioTracks } from "../extras/tracks.ts";
import type { AppleVideo } from "./background.ts";
import type { PlayerStream } from "./engine.ts";

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
