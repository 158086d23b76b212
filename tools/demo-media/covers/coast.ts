import { broken, crags, curve, H, n, type Point, polygon, under, W } from "./brush.ts";
import { darker, lighter, mix } from "./colour.ts";
import { hourOf } from "./hours.ts";
import { glints, light, nightStars, shade, sky } from "./parts.ts";
import type { SceneRandom } from "./random.ts";

/** A lighthouse whose beams go out over the water. */
export function lighthouse(r: SceneRandom): string {
  const hour = hourOf(r, "violet", "blue", "indigo", "plum", "storm", "midnight", "sunset");
  const horizon = r.range(222, 252);
  const x = r.range(400, 520);
  const foot = r.range(222, 238);
  const tall = r.range(96, 140);
  const top = foot - tall;
  const warm = "#fff0c2";
  const rock: Point[] = [
    [x - 130, H],
    [x - 96, 300],
    [x - 60, foot + 26],
    [x - 34, foot],
    [x + 40, foot - 3],
    [x + 92, foot + 16],
    [W + 20, foot + r.range(24, 60)],
    [W + 20, H],
  ];
  const band = r.pick(["#d9533a", "#3f62a8", "#e0913a", "#2e6b68"]);
  const at = (t: number) => 10 + 6 * t;
  const ring = (t: number, u: number) =>
    polygon([
      [x - at(t), top + t * tall],
      [x + at(t), top + t * tall],
      [x + at(u), top + u * tall],
      [x - at(u), top + u * tall],
    ]);
  const beam = (side: number, lift: number) =>
    polygon([
      [x, top - 10],
      [x + side * 420, top - 10 - 34 + lift],
      [x + side * 420, top + 44 + lift],
    ]);
  return (
    sky(hour, horizon) +
    nightStars(r, hour, 60, horizon - 30) +
    `<defs><radialGradient id="b" gradientUnits="userSpaceOnUse" cx="${n(x)}" cy="${n(top - 10)}" r="400"><stop stop-color="${warm}" stop-opacity=".85"/><stop offset="1" stop-color="${warm}" stop-opacity="0"/></radialGradient>` +
    `${shade("w", [mix(hour.sky[3], hour.haze, 0.6), [0.25, mix(hour.haze, hour.deep, 0.4)], hour.deep])}</defs>` +
    `<rect y="${n(horizon)}" width="${W}" height="${n(H - horizon)}" fill="url(#w)"/>` +
    glints(r, x - r.range(150, 230), horizon, mix(hour.sky[3], warm, 0.5), 1.2) +
    `<path d="${beam(-1, r.range(-40, 30))}${beam(1, r.range(-40, 30))}" fill="url(#b)"/>` +
    `<path d="${curve(rock)}" fill="${darker(hour.deep, 0.25)}"/>` +
    `<path d="${ring(0, 1)}" fill="#f6efe4"/><path d="${ring(0.14, 0.34)}${ring(0.56, 0.76)}" fill="${band}"/>` +
    `<path d="${polygon([
      [x + 1, top],
      [x + 10, top],
      [x + 16, foot],
      [x + 4, foot],
    ])}" fill="${hour.deep}" opacity=".22"/>` +
    `<rect x="${n(x - 7)}" y="${n(top - 17)}" width="14" height="16" fill="${warm}"/>` +
    `<path d="M${n(x - 14)} ${n(top - 1)}h28v4h-28zM${n(x - 10)} ${n(top - 17)}q10 -17 20 0z" fill="${darker(hour.deep, 0.2)}"/>`
  );
}

/** Ice in a polar sea, with the larger part of it under water. */
export function iceberg(r: SceneRandom): string {
  const hour = hourOf(r, "rose", "clear", "dawn", "blue", "mint", "violet");
  const level = r.range(205, 235);
  const mid = r.range(250, 390);
  const wide = r.range(90, 135);
  const peak: Point[] = [
    [mid - wide, level],
    [mid - wide * 0.7, level - 46],
    [mid - wide * 0.38, level - 62],
    [mid - wide * r.range(-0.1, 0.2), level - r.range(105, 150)],
    [mid + wide * 0.34, level - 84],
    [mid + wide * 0.62, level - 40],
    [mid + wide, level],
  ];
  const [, , , tip = [mid, 90] as Point, shoulder = [mid, 120] as Point] = peak;
  const keel: Point[] = [
    [mid - wide * 1.1, level],
    [mid - wide * 0.9, level + 50],
    [mid - wide * 0.3, level + 92],
    [mid + wide * 0.1, level + 128],
    [mid + wide * 0.6, level + 70],
    [mid + wide * 1.12, level],
  ];
  const water = mix(hour.sky[1], "#0f5f86", 0.6);
  return (
    sky(hour, level) +
    nightStars(r, hour, 70, level - 20) +
    light(r, hour, [r.chance(0.5) ? 120 : 530, r.range(60, 110)], r.range(18, 28)) +
    under(broken(crags(r, level + 2, 46, 0.5)), mix(hour.haze, hour.sky[3], 0.35)) +
    `<defs>${shade("w", [lighter(water, 0.25), [0.25, water], darker(water, 0.55)])}</defs>` +
    `<path d="${polygon(peak)}" fill="${lighter(hour.haze, 0.78)}"/>` +
    `<path d="${polygon([tip, shoulder, ...peak.slice(5), [mid + wide * 0.1, level], [mid + wide * 0.22, level - 50]])}" fill="${mix(hour.haze, hour.sky[0], 0.35)}"/>` +
    `<rect y="${n(level)}" width="${W}" height="${n(H - level)}" fill="url(#w)"/>` +
    `<path d="${polygon(keel)}" fill="${lighter(water, 0.4)}" opacity=".55"/><path d="${polygon([...keel.slice(3), [mid + wide * 0.2, level]])}" fill="${water}" opacity=".5"/>` +
    `<path d="M0 ${n(level)}h${W}" stroke="#fff" stroke-width="2" opacity=".35"/>`
  );
}
