import { SKIP_SECONDS } from "../../../server/contract/rules.ts";
import { createValue } from "../../device/create-store.ts";
import { deviceStorage } from "../../device/storage.ts";
import { texts } from "../../texts/index.ts";
import { hideToast, showToast } from "../../ui/feedback/toast.tsx";
import type { Player } from "./player.ts";

/* What the player does for a viewer who does not look at the page: on the lock screen, in a hidden tab, asleep. */

interface NowPlaying {
  title: string;
  poster: string;
  previous?: (() => void) | false;
  next?: (() => void) | false;
}

function startMediaSession(player: Player, nowPlaying: NowPlaying, signal: AbortSignal) {
  if (!("mediaSession" in navigator)) return;
  const { mediaSession } = navigator;
  const { video } = player;
  const { title, poster, previous, next } = nowPlaying;
  const skip = (seconds: number) => player.seekTo(video.currentTime + seconds);

  const actions: Record<string, MediaSessionActionHandler | false | undefined> = {
    play: () => video.paused && player.toggle(),
    pause: () => !video.paused && player.toggle(),
    seekbackward: ({ seekOffset }) => skip(-(seekOffset ?? SKIP_SECONDS)),
    seekforward: ({ seekOffset }) => skip(seekOffset ?? SKIP_SECONDS),
    seekto: ({ seekTime }) => seekTime !== undefined && player.seekTo(seekTime),
    previoustrack: previous,
    nexttrack: next,
    // when the tab is left
    enterpictureinpicture() {
      if (!deviceStorage.read("playInBackground") || video.dataset.slide) return;
      video.requestPictureInPicture().catch(() => undefined);
    },
  };
  const handle = (action: string, handler?: MediaSessionActionHandler | false) => {
    const act: MediaSessionActionHandler = (details) => {
      noteInput();
      if (handler) handler(details);
    };
    try {
      mediaSession.setActionHandler(action as MediaSessionAction, handler ? act : null);
    } catch {}
  };
  const update = () => {
    const { duration, currentTime, playbackRate } = video;
    const isKnown = Number.isFinite(duration) && duration > 0 && playbackRate > 0;
    const position = Math.min(currentTime, duration);
    mediaSession.setPositionState(isKnown ? { duration, playbackRate, position } : undefined);
    mediaSession.playbackState = video.paused ? "paused" : "playing";
  };

  const artwork = poster ? [{ src: new URL(poster, location.href).href }] : [];
  mediaSession.metadata = new MediaMetadata(
    deviceStorage.read("discreet") ? { title: document.title } : { title, artwork },
  );
  for (const [action, handler] of Object.entries(actions)) handle(action, handler);
  for (const event of ["durationchange", "ratechange", "seeked", "emptied", "play", "pause"])
    video.addEventListener(event, update, { signal });
  update();
  signal.addEventListener("abort", () => {
    for (const action of Object.keys(actions)) handle(action);
    mediaSession.metadata = null;
    mediaSession.playbackState = "none";
    mediaSession.setPositionState();
  });
}

function startWakeLock(video: HTMLVideoElement, signal: AbortSignal) {
  if (!("wakeLock" in navigator)) return;
  let lock: Promise<WakeLockSentinel | undefined> = Promise.resolve(undefined);
  const follow = async (held: WakeLockSentinel | undefined) => {
    const isWatched = !video.paused && !video.ended && document.visibilityState === "visible";
    if (signal.aborted || !isWatched) return void held?.release();
    if (held && !held.released) return held;
    return navigator.wakeLock.request("screen").catch(() => undefined);
  };
  const update = () => {
    lock = lock.then(follow);
  };
  for (const event of ["play", "pause", "ended", "emptied"])
    video.addEventListener(event, update, { signal });
  document.addEventListener("visibilitychange", update, { signal });
  signal.addEventListener("abort", update);
  update();
}

const never = Number.POSITIVE_INFINITY;
const minutes = { off: never, min: 15, mid: 30, max: 60, end: never };

/** `at` is in milliseconds since 1970. */
export const sleepTimer = createValue<{ choice: keyof typeof minutes; at: number }>();

export const setSleepTimer = (choice: keyof typeof minutes) =>
  sleepTimer.change({ choice, at: Date.now() + minutes[choice] * 60_000 });

export const sleepsAfterEpisode = () => sleepTimer.read()?.choice === "end";

const secondsLeft = () => ((sleepTimer.read()?.at ?? never) - Date.now()) / 1_000;

const FADE_SECONDS = 10;
let volumeBeforeFade: number | undefined;

/** Not the one to which a sleep timer has turned it down. */
export const chosenVolume = ({ volume }: HTMLVideoElement) => volumeBeforeFade ?? volume;

function pauseForSleep(video: HTMLVideoElement, signal: AbortSignal) {
  const endFade = () => {
    if (volumeBeforeFade !== undefined) hideToast();
    video.volume = chosenVolume(video);
    volumeBeforeFade = undefined;
  };
  const follow = () => {
    const left = sleepsAfterEpisode()
      ? (video.duration - video.currentTime) / video.playbackRate
      : secondsLeft();
    if (!(left < FADE_SECONDS) || video.paused || video.ended) return endFade();
    // a repeated video never ends
    if (left <= (video.loop ? 1 : 0)) {
      video.pause();
      return setSleepTimer("off");
    }
    if (volumeBeforeFade === undefined)
      showToast(texts.playerExtras.sleepsSoon, { shownMs: FADE_SECONDS * 1_000 });
    volumeBeforeFade = chosenVolume(video);
    video.volume = volumeBeforeFade * (left / FADE_SECONDS);
  };
  const listeners = {
    timeupdate: follow,
    seeking: () => video.loop && follow(),
    ended: () => sleepsAfterEpisode() && sleepTimer.change({ choice: "end", at: Date.now() }),
    // after the episode's end, or the time was up while the video was paused
    play: () => secondsLeft() <= 0 && setSleepTimer("off"),
  };
  for (const [event, listener] of Object.entries(listeners))
    video.addEventListener(event, listener, { signal });
  signal.addEventListener("abort", sleepTimer.subscribe(follow));
  signal.addEventListener("abort", endFade);
}

/** Playback that the system's media buttons start in the background is not paused. */
function pauseInBackground({ video, playsOn }: Player, signal: AbortSignal) {
  let resumes = false;
  const follow = () => {
    const isHidden = document.visibilityState === "hidden";
    if (resumes && !isHidden) video.play().catch(() => undefined);
    resumes = isHidden && !video.paused && !playsOn();
    if (resumes) video.pause();
  };
  const forget = () => {
    resumes = false;
  };
  document.addEventListener("visibilitychange", follow, { signal });
  video.addEventListener("play", forget, { signal });
}

const EPISODES = 3;
let episodes = 0; // ended since the viewer last touched the screen or pressed a key

/** Whether an episode that has ended is followed by the next one. */
export function mayGoOn(): boolean {
  episodes += 1;
  return episodes < EPISODES && !sleepsAfterEpisode();
}

/** Who does anything while the sound fades is awake. */
function noteInput() {
  episodes = 0;
  if (volumeBeforeFade !== undefined) setSleepTimer("off");
}

export function connectToDevice(player: Player, nowPlaying: NowPlaying, signal: AbortSignal) {
  startWakeLock(player.video, signal);
  startMediaSession(player, nowPlaying, signal);
  pauseInBackground(player, signal);
  pauseForSleep(player.video, signal);
  for (const event of ["pointerdown", "keydown"])
    document.addEventListener(event, noteInput, { capture: true, signal });
}
