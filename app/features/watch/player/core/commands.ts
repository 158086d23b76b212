import { texts } from "../../../../texts/index.ts";
import type { Hints } from "../gestures/hints.tsx";
import type { Player } from "./player.ts";

const FAST = 2;

export function createCommands(player: Player, hints: Hints, toggleFullscreen: () => void) {
  const { video } = player;
  const showVolume = () => {
    const percent = Math.round(video.volume * 100);
    const text = video.muted || percent === 0 ? texts.player.muted : texts.player.volume(percent);
    hints.flash({ kind: "note", text });
  };

  return {
    toggle: player.toggle,
    toggleFullscreen,
    seekTo: player.seekTo,
    step(seconds: number) {
      player.seekTo(video.currentTime + seconds);
      hints.flash({ kind: "note", text: texts.player.moved(seconds) });
    },
    skip(seconds: number, total: number) {
      player.seekTo(video.currentTime + seconds);
      hints.flash({ kind: "skip", seconds: total });
    },
    seekToShare(share: number) {
      player.seekTo(player.duration() * share);
    },
    changeVolume(share: number) {
      video.muted = false;
      video.volume = Math.min(1, Math.max(0, video.volume + share));
      showVolume();
    },
    toggleSound() {
      video.muted = !video.muted;
      showVolume();
    },
    playFast() {
      video.playbackRate = FAST;
      hints.show({ kind: "fast" });
    },
    playAtChosenSpeed() {
      video.playbackRate = video.defaultPlaybackRate;
      hints.clear();
    },
  };
}
export type Commands = ReturnType<typeof createCommands>;
