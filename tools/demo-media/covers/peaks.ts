import {
  broken,
  crags,
  curve,
  hills,
  n,
  type Point,
  pines,
  polygon,
  stars,
  under,
  W,
} from "./brush.ts";
import { darker, lighter, mix } from "./colour.ts";
import { hourOf, landTone } from "./hours.ts";
import { birds, light, moon, nightStars, shade, sky } from "./parts.ts";
import type { SceneRandom } from "./random.ts";

/** Ridge behind ridge in mist, ink-wash like. */
export function mist(r: SceneRandom): string {
  const hour = hourOf(r, "mint", "storm", "rose", "dawn", "teal", "spring", "amber", "blue");
  const count = r.whole(5, 7);
  let land = `<defs>${shade("m", [
    [0, hour.haze, 0],
    [1, lighter(hour.haze, 0.35), 0.85],
  ])}</defs>`;
  for (let i = 0; i < count; i++) {
    const k = i / (count - 1);
    const y = 160 + k * 160;
    const line = crags(r, y, r.range(50, 100) * (1 - k * 0.3), 0.5);
    land +=
      under(broken(line), landTone(hour, 0.05 + k * 0.85)) +
      (i < count - 1 ? `<rect y="${n(y - 42)}" width="${W}" height="90" fill="url(#m)"/>` : "");
  }
  return (
    sky(hour) +
    nightStars(r, hour, 40, 140) +
    light(r, hour, [r.range(110, 530), r.range(60, 110)], r.range(20, 36)) +
    land +
    (r.chance(0.6) ? birds(r, hour.deep, [r.range(150, 480), 90]) : "")
  );
}

/** One great snow peak. */
export function snowPeak(r: SceneRandom): string {
  const hour = hourOf(r, "rose", "dawn", "violet", "clear", "golden", "blue", "indigo", "mint");
  const x = r.range(230, 410);
  const top = r.range(66, 104);
  const base = 300;
  const [left, right] = [x - r.range(190, 240), x + r.range(190, 240)];
  const side = (to: number, count: number) =>
    Array.from({ length: count }, (_, i): Point => {
      const k = (i + 1) / (count + 1);
      return [x + (to - x) * k + r.range(-9, 9), top + (base - top) * k ** 0.92 + r.range(-9, 7)];
    });
  const [ls, rs] = [side(left, 4), side(right, 4)];
  const fold: Point[] = [
    [x, top],
    [x + 6, top + 46],
    [x - 16, top + 84],
    [x + 14, top + 132],
    [x - 8, base],
  ];
  const snow = lighter(hour.sky[3], hour.dark ? 0.35 : 0.72);
  const dim = mix(mix(hour.haze, hour.sky[0], 0.5), snow, 0.18);
  const foot = hills(r, 312, 14, 1.2);
  return (
    sky(hour) +
    nightStars(r, hour, 110, 230) +
    light(
      r,
      hour,
      [x > 320 ? r.range(80, 170) : r.range(470, 560), r.range(60, 130)],
      r.range(18, 30),
    ) +
    under(broken(crags(r, 290, r.range(80, 120), 0.5)), mix(hour.haze, hour.sky[2], 0.3)) +
    `<path d="${polygon([[x, top], ...rs, [right, base], [left, base], ...ls.reverse()])}" fill="${snow}"/>` +
    `<path d="${polygon([...fold, [right, base], ...rs.reverse()])}" fill="${dim}"/>` +
    under(broken(crags(r, 304, 42, 0.5)), landTone(hour, 0.5)) +
    under(curve(foot), landTone(hour, 0.85)) +
    (r.chance(0.7)
      ? `<path d="${pines(r, foot, { count: r.whole(18, 30), low: 14, tall: r.range(34, 60) })}" fill="${darker(hour.deep, 0.15)}"/>`
      : "")
  );
}

/** The moon over range behind range. */
export function moonRidge(r: SceneRandom): string {
  const hour = hourOf(r, "blue", "indigo", "midnight", "plum", "violet", "pine");
  const count = r.whole(3, 5);
  const at: Point = [r.range(120, 520), r.range(60, 120)];
  let land = "";
  for (let i = 0; i < count; i++) {
    const k = (i + 1) / count;
    const y = 190 + k * 150;
    const line =
      i < count - 1
        ? broken(crags(r, y + 6, r.range(80, 140) * (1 - k * 0.4), 0.55))
        : curve(hills(r, y - 18, 24, 0.9));
    land += under(line, landTone({ ...hour, haze: mix(hour.haze, hour.glow, 0.3) }, k * 0.95));
  }
  return sky(hour) + stars(r, 80, 200) + moon(r, hour, at, r.range(24, 44)) + land;
}
