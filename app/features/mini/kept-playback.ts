import { isVideoPage } from "../../addresses.ts";
import { createValue } from "../../device/create-store.ts";
import { deviceStorage, useValue } from "../../device/storage.ts";
import type { Player } from "../../player/core/player.ts";

export interface KeptPlayback {
  player: Player;
  code: string;
  key: string;
  title: string;
  poster: string;
}

const keptPlayback = createValue<KeptPlayback>();
let container: HTMLElement | null = null;

export const useKeptPlayback = () => useValue(keptPlayback);

/** The mini window's playback, if it is this video and this episode; any episode if `key` is ''. */
export function keptOf(code: string, key: string) {
  const kept = keptPlayback.read();
  return kept?.code === code && (key === "" || key === kept.key) ? kept : undefined;
}

export const plays = (player: Player) => keptPlayback.read()?.player === player;

export function setVideoContainer(element: HTMLElement | null) {
  container = element;
}

export const miniWindow = () => keptPlayback.read() && container?.closest("section");

/** `moveBefore` exists in Chromium 133 and later. */
type Mover = HTMLElement & { moveBefore?: (node: Node, child: Node | null) => void };

/** The video plays on: even without `moveBefore`, browsers pause it only if it is detached when the script ends. */
export function moveVideo(video: HTMLVideoElement, to: Mover) {
  if (to.moveBefore && video.isConnected) to.moveBefore(video, null);
  else to.append(video);
}

export function keep(playback: KeptPlayback) {
  const { player } = playback;
  const { video } = player;
  const { paused, ended, failure } = player.state();
  const isPlaying = !paused && !ended && !failure && video.played.length > 0;
  const isLeft = !isVideoPage(window.location);
  if (!container || !isPlaying || !isLeft || !deviceStorage.read("miniPlayer")) return;
  // scaled, not resized: for another size hls.js would load another quality
  container.style.setProperty("--stage-width", String(video.clientWidth));
  container.style.setProperty("--stage-height", String(video.clientHeight));
  moveVideo(video, container);
  // a long press may be speeding it up
  video.playbackRate = video.defaultPlaybackRate;
  player.setFailover();
  player.saveProgress();
  keptPlayback.change(playback);
}

export function stopPlayback() {
  const { player } = keptPlayback.read() ?? {};
  if (!player) return;
  keptPlayback.change(undefined);
  player.destroy();
  player.video.remove();
}

/** Closes the mini window. @returns whether it had this player, which plays on; another player is stopped */
export function handBack(player: Player | undefined): boolean {
  const isKept = player !== undefined && plays(player);
  if (isKept) keptPlayback.change(undefined);
  else stopPlayback();
  return isKept;
}
