import { type RefObject, useEffect } from "react";
import type { Visibility } from "../controls/visibility.ts";
import { createCommands } from "../core/commands.ts";
import type { Player } from "../core/player.ts";
import { bindGestures } from "./bind-gestures.ts";
import type { Hints } from "./create-hints.ts";
import { bindKeyboard } from "./keyboard.ts";

interface Hands {
  stage: RefObject<HTMLElement>;
  player: Player | undefined;
  hints: Hints;
  visibility: Visibility;
  toggleFullscreen: () => void;
}

/** The player obeys fingers, mouse and keys. */
export function useHands({ stage, player, hints, visibility, toggleFullscreen }: Hands) {
  useEffect(() => {
    const element = stage.current;
    if (!player || !element) return;
    const { video, duration } = player;
    const commands = createCommands(player, hints, toggleFullscreen);
    const release = [
      bindGestures({ stage: element, video, duration, commands, hints, visibility }),
      bindKeyboard(element, commands, visibility.show),
      hints.clear,
    ];
    return () => {
      for (const one of release) one();
    };
  }, [stage, player, hints, visibility, toggleFullscreen]);
}
