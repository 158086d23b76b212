import { useSyncExternalStore } from "react";
import { isVideoPage } from "../../addresses.ts";
import { deviceStorage } from "../../device/storage.ts";
import type { Player } from "../../player/core/player.ts";

export interface KeptPlayback {
  player: Player;
  code: string;
  key: string;
  title: string;
  poster: string;
}

let kept: KeptPlayback | undefined;
let container: HTMLElement | null = null;
const listeners = new Set<() => void>();

function change(next: KeptPlayback | undefined) {
  kept = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const useKeptPlayback = () =>
  useSyncExternalStore(
    subscribe,
    () => kept,
    () => undefined,
  );

/** The playback in the mini window if it is of this video, and of this episode unless `key` is ''. */
export const keptOf = (code: string, key: string) =>
  kept?.code === code && (key === "" || key === kept.key) ? kept : undefined;

export const plays = (player: Player) => kept?.player === player;

export function setVideoContainer(element: HTMLElement | null) {
  container = element;
}

export const miniWindow = () => kept && container?.closest("section");

/** `moveBefore` exists in Chromium 133 and later. */
type Mover = HTMLElement & { moveBefore?: (node: Node, child: Node | null) => void };

/** Keeps the video playing: without `moveBefore`, browsers pause it only if it is not in a document when the script ends. */
export function moveVideo(video: HTMLVideoElement, to: Mover) {
  if (to.moveBefore && video.isConnected) to.moveBefore(video, null);
  else to.append(video);
}

export function keep(playback: KeptPlayback) {
  const { player } = playback;
  const { video } = player;
  const { paused, ended, failed } = player.state();
  const isPlaying = !paused && !ended && !failed && video.played.length > 0;
  const isLeft = !isVideoPage(window.location);
  if (!container || !isPlaying || !isLeft || deviceStorage.read("miniPlayer") === false) return;
  // scaled instead of resized, because hls.js would load another quality for another size
  container.style.setProperty("--stage-width", String(video.clientWidth));
  container.style.setProperty("--stage-height", String(video.clientHeight));
  moveVideo(video, container);
  // a long press may be speeding it up
  video.playbackRate = video.defaultPlaybackRate;
  player.setFailover();
  player.saveProgress();
  change(playback);
}

export function stopPlayback() {
  const { player } = kept ?? {};
  if (!player) return;
  change(undefined);
  player.destroy();
  player.video.remove();
}

/** Ends the mini window. @returns whether it had this player; any other playback is stopped */
export function handBack(player: Player | undefined): boolean {
  const isKept = player !== undefined && plays(player);
  if (isKept) change(undefined);
  else stopPlayback();
  return isKept;
}
