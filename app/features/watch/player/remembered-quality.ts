import { device } from "../../../session/storage.ts";
import type { Surroundings } from "./core/player.ts";

/** The quality that the viewer chose last on this device, by its name; '' follows the line's speed. */
export const rememberedQuality: Surroundings["quality"] = {
  wanted: () => device.read("quality"),
  remember: (name) => device.update("quality", () => name),
};
