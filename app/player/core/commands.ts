import type { Dispatch, SetStateAction } from "react";
import { HELD_RATE } from "../../../server/contract/rules.ts";
import { changePlayerStorage } from "../../device/player-storage.ts";
import { texts } from "../../texts/index.ts";
import type { Hints } from "./hints.tsx";
import type { Player } from "./player.ts";
import type { Visibility } from "./visibility.ts";

const MIN_BRIGHTNESS = 0.15;

/** Phones with hardware volume accept a value and revert it a moment later. */
function probeVolume() {
  const probe = document.createElement("video");
  probe.volume = 0.5;
  const answer = { canBeSet: true };
  setTimeout(() => {
    answer.canBeSet = probe.volume === 0.5;
  });
  return answer;
}

export interface Episodes {
  list: readonly { key: string; name: string }[];
  current: number;
  choose: (key: string) => void;
}

export type PlayerSheet = "settings" | "statistics" | "keys";

/** What gestures and keys act on. */
export interface InputTargets {
  player: Player;
  stage: HTMLElement;
  hints: Hints;
  visibility: Visibility;
  changeEpisode: (by: number) => boolean; // false where there is none
  toggleFullscreen: () => void;
  openSheet: Dispatch<SetStateAction<PlayerSheet | undefined>>;
}

export function createCommands({ player, stage, hints, toggleFullscreen }: InputTargets) {
  const { video } = player;
  const volume = probeVolume();
  const showLevel = (level: number, words: (percent: number) => string) => {
    hints.flash({ kind: "note", text: words(Math.round(level * 100)), level });
  };
  const showVolume = () => {
    if (video.muted || video.volume === 0)
      hints.flash({ kind: "note", text: texts.playerExtras.muted });
    else showLevel(video.volume, texts.playerExtras.volume);
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
      if (!volume.canBeSet) return;
      video.muted = false;
      video.volume = Math.min(1, Math.max(0, video.volume + share));
      showVolume();
    },
    /** A page cannot change the screen's brightness: a veil darkens the picture. */
    changeBrightness(share: number) {
      const veil = Number(stage.style.getPropertyValue("--veil"));
      const brightness = Math.min(1, Math.max(MIN_BRIGHTNESS, 1 - veil + share));
      stage.style.setProperty("--veil", String(1 - brightness));
      showLevel(brightness, texts.playerExtras.brightness);
    },
    toggleSound() {
      video.muted = !video.muted;
      showVolume();
    },
    setFill(fill: boolean) {
      changePlayerStorage("playback", { fill });
      hints.flash({ kind: "note", text: fill ? texts.playerExtras.fill : texts.playerExtras.fit });
    },
    playFast() {
      video.playbackRate = HELD_RATE;
      hints.show({ kind: "fast" });
    },
    playAtChosenSpeed() {
      video.playbackRate = video.defaultPlaybackRate;
      hints.clear();
    },
  };
}
export type Commands = ReturnType<typeof createCommands>;
