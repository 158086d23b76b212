import type { Visibility } from "../controls/visibility.ts";
import { createCommands } from "../core/commands.ts";
import type { Player } from "../core/player.ts";
import { bindGestures } from "./bind-gestures.ts";
import type { Hints } from "./hints.tsx";
import { bindKeyboard } from "./keyboard.ts";

export interface InputTargets {
  stage: HTMLElement;
  player: Player;
  hints: Hints;
  visibility: Visibility;
  toggleFullscreen: () => void;
}

export function bindInput({ stage, player, hints, visibility, toggleFullscreen }: InputTargets) {
  const { video, duration } = player;
  const commands = createCommands(player, { stage, hints, toggleFullscreen });
  const cleanUps = [
    bindGestures({ stage, video, duration, commands, hints, visibility }),
    bindKeyboard(stage, commands, visibility.show),
    hints.clear,
  ];
  return () => {
    for (const cleanUp of cleanUps) cleanUp();
  };
}
