import type { Player } from "./player.ts";

const SKIP = 10;

export interface Announced {
  title: string;
  poster: string;
  /** Plays the next episode, where there is one. */
  next: (() => void) | undefined;
}

/** Tells the lock screen what plays, and obeys its buttons. Returns what takes it off again. */
export function announce(player: Player, { title, poster, next }: Announced) {
  if (!("mediaSession" in navigator)) return () => undefined;
  const { mediaSession } = navigator;
  const { video } = player;
  const life = new AbortController();
  const skip = (seconds: number) => player.seekTo(video.currentTime + seconds);

  const actions: Partial<Record<MediaSessionAction, MediaSessionActionHandler | undefined>> = {
    play: () => video.paused && player.toggle(),
    pause: () => !video.paused && player.toggle(),
    seekbackward: ({ seekOffset }) => skip(-(seekOffset ?? SKIP)),
    seekforward: ({ seekOffset }) => skip(seekOffset ?? SKIP),
    seekto: ({ seekTime }) => seekTime !== undefined && player.seekTo(seekTime),
    nexttrack: next,
  };
  const handle = (action: string, handler: MediaSessionActionHandler | null) => {
    try {
      mediaSession.setActionHandler(action as MediaSessionAction, handler);
    } catch {
      // an action that this browser does not know
    }
  };
  const tellPosition = () => {
    const { duration, currentTime, playbackRate } = video;
    if (!(Number.isFinite(duration) && duration > 0)) return mediaSession.setPositionState();
    mediaSession.setPositionState({
      duration,
      playbackRate,
      position: Math.min(currentTime, duration),
    });
  };
  const tellState = () => {
    mediaSession.playbackState = video.paused ? "paused" : "playing";
  };

  mediaSession.metadata = new MediaMetadata({
    title,
    artwork: poster ? [{ src: new URL(poster, location.href).href }] : [],
  });
  for (const [action, handler] of Object.entries(actions)) handle(action, handler ?? null);
  const on = { signal: life.signal };
  for (const event of ["durationchange", "ratechange", "seeked", "emptied"])
    video.addEventListener(event, tellPosition, on);
  for (const event of ["play", "pause"]) video.addEventListener(event, tellState, on);
  tellPosition();
  tellState();

  return () => {
    life.abort();
    for (const action of Object.keys(actions)) handle(action, null);
    mediaSession.metadata = null;
    mediaSession.playbackState = "none";
    mediaSession.setPositionState();
  };
}
