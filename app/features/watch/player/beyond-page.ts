import { type Announced, announce } from "./core/media-session.ts";
import type { Player } from "./core/player.ts";
import { keepAwake } from "./wake-lock.ts";

/** Tells the device beyond the page that something plays: screen and lock screen. Returns what takes it off again. */
export function tellDevice(player: Player, announced: Announced) {
  const release = [keepAwake(player.video), announce(player, announced)];
  return () => {
    for (const one of release) one();
  };
}
