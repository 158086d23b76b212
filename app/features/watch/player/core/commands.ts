import { texts } from "../../../../texts/index.ts";
import { playAsChosen, playFast } from "../controls/speed.ts";
import type { Hints } from "../gestures/create-hints.ts";
import type { Player } from "./player.ts";

/** What a viewer can tell the player, be it with buttons, fingers or keys. */
export function createCommands(player: Player, hints: Hints, toggleFullscreen: () => void) {
  const { video } = player;
  const tellVolume = () => {
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
    /** Jumps, and says how far that was with the row of jumps that it belongs to. */
    skip(seconds: number, inAll: number) {
      player.seekTo(video.currentTime + seconds);
      hints.flash({ kind: "skip", seconds: inAll });
    },
    seekToShare(share: number) {
      player.seekTo(player.duration() * share);
    },
    changeVolume(share: number) {
      video.muted = false;
      video.volume = Math.min(1, Math.max(0, video.volume + share));
      tellVolume();
    },
    toggleSound() {
      video.muted = !video.muted;
      tellVolume();
    },
    playFast() {
      playFast(video);
      hints.show({ kind: "fast" });
    },
    playAsChosen() {
      playAsChosen(video);
      hints.clear();
    },
  };
}
export type Commands = ReturnType<typeof createCommands>;
