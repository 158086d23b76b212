import { deviceStorage, useDeviceStorage } from "../../../../session/storage.ts";
import { texts } from "../../../../texts/index.ts";
import type { Hints } from "../gestures/hints.tsx";
import { useMediaQuery } from "../use-media-query.ts";

export function useDanmakuSwitch(hints: Hints) {
  const reducedMotion = useMediaQuery("(prefers-reduced-motion: reduce)");
  const on = useDeviceStorage("danmuOn") ?? !reducedMotion;
  const toggle = () => {
    deviceStorage.update("danmuOn", () => !on);
    hints.flash({ kind: "note", text: on ? texts.player.danmakuOff : texts.player.danmakuOn });
  };
  return { on, toggle };
}
