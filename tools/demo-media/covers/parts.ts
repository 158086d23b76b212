import { H, n, type Point, stars, W } from "./brush.ts";
import { mix } from "./colour.ts";
import type { Hour } from "./hours.ts";
import type { SceneRandom } from "./random.ts";

/** A gradient from top to bottom; colours share the way evenly unless they say where. */
export function shade(
  id: string,
  colours: readonly (string | readonly [number, string, number?])[],
): string {
  const stops = colours.map((colour, i) => {
    const [at, tone, alpha] =
      typeof colour === "string" ? ([i / (colours.length - 1), colour] as const) : colour;
    const seen = alpha === undefined ? "" : ` stop-opacity="${alpha}"`;
    return `<stop offset="${n(at * 100)}%" stop-color="${tone}"${seen}/>`;
  });
  return `<linearGradient id="${id}" x2="0" y2="1">${stops.join("")}</linearGradient>`;
}

/** The sky of an hour, down to the horizon. */
export const sky = ({ sky: [a, b, c, d] }: Hour, horizon: number = H): string =>
  `<defs>${shade("s", [a, [0.38, b], [0.72, c], d])}</defs><rect width="${W}" height="${n(horizon)}" fill="url(#s)"/>`;

/** A lamp in the sky with its glow: sun by day, moon by night. */
export const lamp = (hour: Hour, at: Point, r: number, reach = 5): string =>
  `${halo(hour, at, r * reach)}<circle cx="${n(at[0])}" cy="${n(at[1])}" r="${n(r)}" fill="${hour.lamp}"/>`;

function halo({ lamp: tone, glow, dark }: Hour, [x, y]: Point, r: number): string {
  const strong = dark ? 0.34 : 0.75;
  return (
    `<defs><radialGradient id="g"><stop stop-color="${mix(glow, tone, 0.5)}" stop-opacity="${strong}"/>` +
    `<stop offset="30%" stop-color="${glow}" stop-opacity="${n(strong * 0.5)}"/>` +
    `<stop offset="1" stop-color="${glow}" stop-opacity="0"/></radialGradient></defs>` +
    `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="url(#g)"/>`
  );
}

/** A moon with seas, or a crescent. */
export function moon(random: SceneRandom, hour: Hour, [x, y]: Point, r: number): string {
  if (random.chance(0.35)) {
    const inner = r * random.range(1.02, 1.3);
    const lean = random.range(-50, 20);
    const sickle = `M0 ${n(-r)}A${n(r)} ${n(r)} 0 1 0 0 ${n(r)}A${n(inner)} ${n(inner)} 0 0 1 0 ${n(-r)}z`;
    const place = `translate(${n(x)} ${n(y)}) rotate(${n(lean)})`;
    return `${halo(hour, [x, y], r * 4.6)}<path d="${sickle}" transform="${place}" fill="${hour.lamp}"/>`;
  }
  const full = lamp(hour, [x, y], r, 4.6);
  const seas = [
    [-0.3, -0.2, 0.22],
    [0.28, 0.1, 0.16],
    [-0.1, 0.42, 0.14],
    [0.22, -0.42, 0.1],
  ] as const;
  const tone = mix(hour.lamp, hour.glow, 0.45);
  return (
    full +
    seas
      .map(
        ([u, v, w]) =>
          `<circle cx="${n(x + u * r)}" cy="${n(y + v * r)}" r="${n(w * r)}" fill="${tone}" opacity=".6"/>`,
      )
      .join("")
  );
}

/** Whatever shines at this hour. */
export const light = (random: SceneRandom, hour: Hour, at: Point, r: number): string =>
  hour.dark ? moon(random, hour, at, r) : lamp(hour, at, r);

/** The night part of a sky: nothing by day. */
export const nightStars = (
  random: SceneRandom,
  hour: Hour,
  count: number,
  bottom: number,
): string => (hour.dark ? stars(random, count, bottom, mix(hour.glow, "#ffffff", 0.7)) : "");

/** Streaks of light on water under a lamp, wider and fainter towards us. */
export function glints(
  random: SceneRandom,
  x: number,
  top: number,
  tone: string,
  wide = 1,
): string {
  let near = "";
  let far = "";
  for (let i = 0; i < 18; i++) {
    const k = i / 17;
    const y = top + 5 + k ** 1.7 * (H - top - 12);
    const half = (18 + 60 * k) * random.range(0.45, 1.1) * wide;
    const mid = x + random.range(-26, 26) * k * wide;
    const line = `M${n(mid - half)} ${n(y)}h${n(half * 2)}`;
    if (i < 9) far += line;
    else near += line;
  }
  const path = (d: string, width: number, opacity: number) =>
    `<path d="${d}" stroke="${tone}" stroke-width="${width}" stroke-linecap="round" opacity="${opacity}"/>`;
  return path(far, 1.7, 0.75) + path(near, 3.2, 0.45);
}

/** Long thin clouds: rounded bars that overlap. */
export function streaks(
  random: SceneRandom,
  tone: string,
  from: number,
  to: number,
  count: number,
): string {
  let d = "";
  for (let i = 0; i < count; i++) {
    const [x, y] = [random.range(-40, W), random.range(from, to)];
    const long = random.range(60, 190);
    d += `M${n(x)} ${n(y)}h${n(long)}M${n(x + random.range(-30, 40))} ${n(y + 6)}h${n(long * 0.6)}`;
  }
  return `<path d="${d}" stroke="${tone}" stroke-width="7" stroke-linecap="round" opacity=".35"/>`;
}

/** A few birds far away. */
export function birds(random: SceneRandom, tone: string, [x, y]: Point): string {
  let d = "";
  for (let i = 0; i < random.whole(3, 6); i++) {
    const s = random.range(5, 9);
    d += `M${n(x + random.range(-50, 50))} ${n(y + random.range(-22, 22))}q${n(s / 2)} ${n(-s * 0.6)} ${n(s)} 0q${n(s / 2)} ${n(-s * 0.6)} ${n(s)} 0`;
  }
  return `<path d="${d}" fill="none" stroke="${tone}" stroke-width="1.8" stroke-linecap="round"/>`;
}
