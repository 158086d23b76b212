import { Events, type default as Hls } from "hls.js";
import { savesData } from "../../device/playback.ts";
import { isOnlyHeard } from "./background.ts";
import { AUTOMATIC_LEVEL } from "./levels.ts";

/** In this time picture-in-picture begins, and who only looks away returns: neither changes what is loaded. */
const LEFT_MS = 5_000;
const MIN_AHEAD = 5; // seconds

const leavingEvents =
  "visibilitychange play enterpictureinpicture leavepictureinpicture webkitpresentationmodechanged";

/**
 * While nobody sees the picture: the playlist's own rendition without one, else its lowest quality. The former needs
 * another media source, as one with a picture plays only as far as that is loaded.
 * @returns what loads the lowest quality instead where the sound fails; whether it was the sound
 */
export function loadOnlySound(hls: Hls, video: HTMLVideoElement, src: string, signal: AbortSignal) {
  let variant: string | undefined; // without a picture: hls.js offers no such quality
  let before: number | undefined; // the quality to return to
  let sound: string | undefined;
  let loadsSound = false;
  let soundFails = false;
  let timer: ReturnType<typeof setTimeout>;

  const load = (address: string) => {
    const startPosition = video.currentTime || hls.config.startPosition;
    Object.assign(hls.config, { autoStartLoad: true, startPosition });
    loadsSound = address === sound;
    hls.loadSource(address);
    video.currentTime = Math.max(0, startPosition);
  };
  const loadSoundAfterPicture = () => {
    const { len = 0, end = 0 } = hls.mainForwardBufferInfo ?? {};
    if (!sound || loadsSound || video.paused || len > MIN_AHEAD) return;
    if (!(end > video.duration - 1)) load(sound);
  };
  const leave = () => {
    if (loadsSound || video.paused || !isOnlyHeard(video)) return;
    before ??= hls.autoLevelEnabled ? AUTOMATIC_LEVEL : hls.loadLevel;
    if (!soundFails) sound = hls.audioTracks[hls.audioTrack]?.url || variant;
    hls.loadLevel = 0;
    if (sound) hls.stopLoad();
    loadSoundAfterPicture();
  };
  const comeBack = (level: number) => {
    if (loadsSound) {
      hls.once(Events.MANIFEST_PARSED, () => Object.assign(hls, { loadLevel: level }));
      load(src);
    } else if (sound) {
      hls.loadLevel = level;
      hls.startLoad();
    } else {
      hls[savesData() ? "loadLevel" : "nextLevel"] = level;
    }
    before = sound = undefined;
  };
  const giveUpSound = () => {
    if (!loadsSound) return false;
    soundFails = true;
    sound = undefined;
    load(src);
    return true;
  };
  const follow = () => {
    clearTimeout(timer);
    const isLate = () => video.readyState === video.HAVE_NOTHING && giveUpSound();
    if (isOnlyHeard(video)) timer = setTimeout(() => isLate() || leave(), LEFT_MS);
    else if (before !== undefined && !video.paused) comeBack(before);
  };
  hls.once(Events.MANIFEST_LOADED, (_event, { levels }) => {
    variant = levels.find((one) => one.audioCodec && !one.videoCodec && !one.height)?.url;
  });
  // an episode that begins in the background: once its sound is known, before any segment is requested
  hls.on(Events.MANIFEST_PARSED, () => queueMicrotask(leave));
  for (const event of leavingEvents.split(" "))
    for (const target of [document, video]) target.addEventListener(event, follow, { signal });
  for (const event of ["timeupdate", "seeking", "waiting"])
    video.addEventListener(event, loadSoundAfterPicture, { signal });
  signal.addEventListener("abort", () => clearTimeout(timer));
  return giveUpSound;
}
