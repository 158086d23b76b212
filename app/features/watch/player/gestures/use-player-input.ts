import { type RefObject, useEffect } from "react";
import type { Visibility } from "../controls/visibility.ts";
import { createCommands } from "../core/commands.ts";
import type { Player } from "../core/player.ts";
import { bindGestures } from "./bind-gestures.ts";
import type { Hints } from "./hints.tsx";
import { bindKeyboard } from "./keyboard.ts";

interface PlayerInput {
  stage: RefObject<HTMLElement>;
  player: Player | undefined;
  hints: Hints;
  visibility: Visibility;
  toggleFullscreen: () => void;
}

export function usePlayerInput({
  stage,
  player,
  hints,
  visibility,
  toggleFullscreen,
}: PlayerInput) {
  useEffect(() => {
    const element = stage.current;
    if (!player || !element) return;
    const { video, duration } = player;
    const commands = createCommands(player, { stage: element, hints, toggleFullscreen });
    const cleanUps = [
      bindGestures({ stage: element, video, duration, commands, hints, visibility }),
      bindKeyboard(element, commands, visibility.show),
      hints.clear,
    ];
    return () => {
      for (const cleanUp of cleanUps) cleanUp();
    };
  }, [stage, player, hints, visibility, toggleFullscreen]);
}
