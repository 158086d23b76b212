import { mix, turn } from "./colour.ts";
import type { SceneRandom } from "./random.ts";

/** The light of an hour: sky from zenith to horizon, its lamp, and what land fades into. */
export interface Hour {
  sky: readonly [string, string, string, string];
  lamp: string;
  glow: string;
  /** The palest and the darkest land. */
  haze: string;
  deep: string;
  dark: boolean;
}

const hour = (sky: string, lamp: string, glow: string, haze: string, deep: string): Hour => {
  const [a = "", b = "", c = "", d = ""] = sky.split(" ");
  return { sky: [a, b, c, d], lamp, glow, haze, deep, dark: false };
};
const night = (...args: Parameters<typeof hour>): Hour => ({ ...hour(...args), dark: true });

/** All hours by name. */
export const hours = {
  dawn: hour("#5f78bd #a39cc4 #f0b4a4 #ffd9ae", "#fff6e2", "#ffc98f", "#e8bfb4", "#4a4478"),
  rose: hour("#7b86c9 #b79ccc #efaebd #ffd3c4", "#fff3ea", "#ffb3a6", "#dab4cc", "#4b3f72"),
  clear: hour("#4f9fd6 #86c3e6 #bfe2ee #e9f4ec", "#fffdf2", "#fff3cf", "#b9d6dc", "#1f5a6b"),
  spring: hour("#79bfe0 #a9d9e6 #d5ecdc #f3f5d9", "#fffdf0", "#fff0bf", "#c5dfc8", "#2c6b4c"),
  amber: hour("#e8954f #f3b26c #f9cd91 #fde5bd", "#fffaea", "#fff0c4", "#efbf85", "#7c3418"),
  golden: hour("#6c6a9c #c98d86 #f5b066 #ffd98a", "#fff6d8", "#ffd27a", "#e0a878", "#5a2d3c"),
  sunset: hour("#2b2350 #8c3b63 #ef7a4a #ffc27a", "#fff0cd", "#ff9f5e", "#c56a5c", "#2a173a"),
  ember: hour("#3a1730 #8e2a3c #e2533a #ffa85c", "#ffe9c0", "#ff8148", "#b14a44", "#2a0f22"),
  violet: hour("#231d4f #4f3a80 #a25c97 #f09a8e", "#ffe9d6", "#ff9f8c", "#8a5c92", "#1d1640"),
  teal: hour("#0e3a4e #1f6a78 #5fa9a0 #cfe0b8", "#fbfbe0", "#dff0c0", "#6fa8a2", "#0c3038"),
  mint: hour("#7fb4b4 #a9cfc6 #d3e4d6 #f1efe0", "#fffaf0", "#fff3dc", "#b5cfc8", "#24524f"),
  storm: hour("#3d4a63 #65748a #97a3ac #cfcfc6", "#f6f1e4", "#e6dcc6", "#8f9da6", "#222f40"),
  blue: night("#101a3f #20336b #4a5f9c #8f92bd", "#fdf6e6", "#aab6e8", "#4f639c", "#0c1430"),
  indigo: night("#070a20 #121a46 #252c68 #4a3f7a", "#f6f3ff", "#8f97e0", "#2f3572", "#070a1c"),
  midnight: night("#040a1a #0a1f3c #12405c #2c6a78", "#f0faff", "#7ec4d8", "#1c4a63", "#030d18"),
  plum: night("#150a2a #2b1650 #512a6c #8a4878", "#fff0f4", "#d48fc4", "#4d2b66", "#100720"),
  pine: night("#061712 #0c2e2c #1b5148 #4d8468", "#f4fff0", "#9fd8b4", "#1f4f47", "#04120f"),
} as const satisfies Record<string, Hour>;

/** Picks one of the named hours and turns its colours a little, so that no two are the same. */
export function hourOf(
  random: SceneRandom,
  ...names: [keyof typeof hours, ...(keyof typeof hours)[]]
): Hour {
  const base: Hour = hours[random.pick(names)];
  const degrees = random.range(-14, 14);
  const t = (hex: string) => turn(hex, degrees);
  const [a, b, c, d] = base.sky;
  return {
    ...base,
    sky: [t(a), t(b), t(c), t(d)],
    glow: t(base.glow),
    haze: t(base.haze),
    deep: t(base.deep),
  };
}

/** Land at a distance: 0 is the horizon, 1 is at our feet; `own` is the land's own colour. */
export function landTone({ haze, deep }: Hour, near: number, own?: string): string {
  const plain = mix(haze, deep, near);
  return own ? mix(plain, mix(own, deep, near * 0.45), 0.4 + 0.5 * Math.min(1, near * 1.4)) : plain;
}
