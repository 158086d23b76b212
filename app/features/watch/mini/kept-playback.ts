import { useSyncExternalStore } from "react";
import { isVideoPage } from "../../../navigation/addresses.ts";
import { deviceStorage } from "../../../session/storage.ts";
import type { Player } from "../player/core/player.ts";

/** What plays on after its page was left. */
export interface KeptPlayback {
  player: Player;
  /** Of the video and of its stream. */
  code: string;
  key: string;
  title: string;
  poster: string;
}

let kept: KeptPlayback | undefined;
let place: HTMLElement | null = null;
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

/** What of a video plays in the window. @param key of the one stream that is asked for; '' for any */
export const keptOf = (code: string, key: string) =>
  kept?.code === code && (key === "" || key === kept.key) ? kept : undefined;

export const plays = (player: Player) => kept?.player === player;

/** Where the element stands in the window. */
export function setPlace(element: HTMLElement | null) {
  place = element;
}

/** The window, while it is there. */
export const miniWindow = () => kept && place?.closest("section");

/** Chromium 133 and later; not in TypeScript's DOM types. */
type Mover = HTMLElement & { moveBefore?: (node: Node, child: Node | null) => void };

/** Elsewhere browsers pause an element only if it is still out of the document when the script ends. */
export function moveVideo(video: HTMLVideoElement, to: Mover) {
  if (to.moveBefore && video.isConnected) to.moveBefore(video, null);
  else to.append(video);
}

/** Takes the video of a page that is being left, if it plays; called before React removes the page. */
export function keep(playback: KeptPlayback) {
  const { player } = playback;
  const { video } = player;
  const { paused, ended, failed } = player.state();
  const isPlaying = !paused && !ended && !failed && video.played.length > 0;
  const isLeft = !isVideoPage(window.location);
  if (!place || !isPlaying || !isLeft || deviceStorage.read("miniPlayer") === false) return;
  // it keeps its size and is shown scaled: hls.js would load other qualities for another size
  place.style.setProperty("--stage-width", String(video.clientWidth));
  place.style.setProperty("--stage-height", String(video.clientHeight));
  moveVideo(video, place);
  // a finger on the picture may have played it faster
  video.playbackRate = video.defaultPlaybackRate;
  player.setFailover();
  player.saveProgress();
  change(playback);
}

/** Ends what plays in the window, and frees it. */
export function stopKept() {
  const { player } = kept ?? {};
  if (!player) return;
  change(undefined);
  player.destroy();
  player.video.remove();
}

/** Leaves the video to a page that shows it. Any other page that plays a video ends it. */
export function handBack(player: Player | undefined): boolean {
  const isKept = player !== undefined && plays(player);
  if (isKept) change(undefined);
  else stopKept();
  return isKept;
}
