import { useSyncExternalStore } from "react";
import { device, useDevice } from "../../../../session/storage.ts";
import { texts } from "../../../../texts/index.ts";
import type { Hints } from "../gestures/create-hints.ts";

const lessMotion = () => matchMedia("(prefers-reduced-motion: reduce)");

function subscribe(listener: () => void) {
  const query = lessMotion();
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}

/** Whether comments are shown: as was chosen on this device, otherwise unless the viewer wants less motion. */
export function useDanmuSwitch(hints: Hints) {
  const moves = useSyncExternalStore(
    subscribe,
    () => !lessMotion().matches,
    () => true,
  );
  const on = useDevice("danmuOn") ?? moves;
  const toggle = () => {
    device.update("danmuOn", () => !on);
    hints.flash({ kind: "note", text: on ? texts.player.danmuOff : texts.player.danmuOn });
  };
  return { on, toggle };
}
