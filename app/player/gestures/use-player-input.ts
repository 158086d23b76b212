import { type RefObject, useEffect } from "react";
import { useOnDemand } from "../../ui/use-on-demand.ts";
import type { Player } from "../core/player.ts";
import type { InputTargets } from "./bind-input.ts";

type PlayerInput = Omit<InputTargets, "stage" | "player"> & {
  stage: RefObject<HTMLElement>;
  player: Player | undefined;
};

const importInput = async () => (await import("./bind-input.ts")).bindInput;

export function usePlayerInput({
  stage,
  player,
  hints,
  visibility,
  toggleFullscreen,
}: PlayerInput): boolean {
  const bindInput = useOnDemand(importInput, player !== undefined, () => undefined);
  useEffect(() => {
    if (!player || !stage.current) return;
    return bindInput?.({ stage: stage.current, player, hints, visibility, toggleFullscreen });
  }, [bindInput, stage, player, hints, visibility, toggleFullscreen]);
  return bindInput !== undefined;
}
