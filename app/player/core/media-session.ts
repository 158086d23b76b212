import { SKIP_SECONDS } from "../../../server/contract/rules.ts";
import { deviceStorage } from "../../device/storage.ts";
import type { Player } from "./player.ts";

export interface NowPlaying {
  title: string;
  poster: string;
  next: (() => void) | undefined;
}

function startMediaSession(player: Player, { title, poster, next }: NowPlaying) {
  if (!("mediaSession" in navigator)) return () => undefined;
  const { mediaSession } = navigator;
  const { video } = player;
  const lifetime = new AbortController();
  const skip = (seconds: number) => player.seekTo(video.currentTime + seconds);

  const actions: Partial<Record<MediaSessionAction, MediaSessionActionHandler | undefined>> = {
    play: () => video.paused && player.toggle(),
    pause: () => !video.paused && player.toggle(),
    seekbackward: ({ seekOffset }) => skip(-(seekOffset ?? SKIP_SECONDS)),
    seekforward: ({ seekOffset }) => skip(seekOffset ?? SKIP_SECONDS),
    seekto: ({ seekTime }) => seekTime !== undefined && player.seekTo(seekTime),
    nexttrack: next,
  };
  const handle = (action: string, handler: MediaSessionActionHandler | null) => {
    try {
      mediaSession.setActionHandler(action as MediaSessionAction, handler);
    } catch {}
  };
  const updatePosition = () => {
    const { duration, currentTime, playbackRate } = video;
    const isKnown = Number.isFinite(duration) && duration > 0 && playbackRate > 0;
    if (!isKnown) return mediaSession.setPositionState();
    mediaSession.setPositionState({
      duration,
      playbackRate,
      position: Math.min(currentTime, duration),
    });
  };
  const updateState = () => {
    mediaSession.playbackState = video.paused ? "paused" : "playing";
  };

  const artwork = poster ? [{ src: new URL(poster, location.href).href }] : [];
  mediaSession.metadata = new MediaMetadata(
    deviceStorage.read("discreet") ? { title: document.title } : { title, artwork },
  );
  for (const [action, handler] of Object.entries(actions)) handle(action, handler ?? null);
  const on = { signal: lifetime.signal };
  for (const event of ["durationchange", "ratechange", "seeked", "emptied"])
    video.addEventListener(event, updatePosition, on);
  for (const event of ["play", "pause"]) video.addEventListener(event, updateState, on);
  updatePosition();
  updateState();

  return () => {
    lifetime.abort();
    for (const action of Object.keys(actions)) handle(action, null);
    mediaSession.metadata = null;
    mediaSession.playbackState = "none";
    mediaSession.setPositionState();
  };
}

function startWakeLock(video: HTMLVideoElement) {
  const lifetime = new AbortController();
  let lock: WakeLockSentinel | undefined;
  let requesting = false;

  const wanted = () =>
    !lifetime.signal.aborted &&
    !video.paused &&
    !video.ended &&
    document.visibilityState === "visible";
  const update = async () => {
    if (requesting) return;
    if (!wanted()) {
      const held = lock;
      lock = undefined;
      return held?.release();
    }
    if (lock && !lock.released) return;
    requesting = true;
    lock = await navigator.wakeLock.request("screen").catch(() => undefined);
    requesting = false;
    if (!wanted()) return update();
  };

  if ("wakeLock" in navigator) {
    const on = { signal: lifetime.signal };
    for (const event of ["play", "pause", "ended", "emptied"])
      video.addEventListener(event, update, on);
    document.addEventListener("visibilitychange", update, on);
    void update();
  }
  return () => {
    lifetime.abort();
    void update();
  };
}

/** Playback that the system's media buttons start in the background is not paused. */
export function pauseInBackground({ video, playsElsewhere }: Player) {
  const lifetime = new AbortController();
  const { signal } = lifetime;
  let resumes = false;
  const follow = () => {
    if (document.visibilityState === "hidden") {
      resumes = !video.paused && !playsElsewhere();
      if (resumes) video.pause();
    } else if (resumes) {
      video.play().catch(() => undefined);
    }
  };
  const forget = () => {
    resumes = false;
  };
  document.addEventListener("visibilitychange", follow, { signal });
  video.addEventListener("play", forget, { signal });
  return () => lifetime.abort();
}

export function connectToDevice(player: Player, nowPlaying: NowPlaying) {
  const cleanUps = [startWakeLock(player.video), startMediaSession(player, nowPlaying)];
  return () => {
    for (const cleanUp of cleanUps) cleanUp();
  };
}
