import { broken, crags, curve, hills, n, polygon, under, W } from "./brush.ts";
import { darker, lighter, mix } from "./colour.ts";
import { hourOf, landTone } from "./hours.ts";
import { lamp, light, nightStars, sky } from "./parts.ts";
import type { SceneRandom } from "./random.ts";

/** Peaks that look out of a sea of cloud. */
export function cloudSea(r: SceneRandom): string {
  const hour = hourOf(r, "dawn", "rose", "golden", "violet", "clear", "blue", "sunset");
  const tone = lighter(mix(hour.sky[3], hour.haze, 0.35), hour.dark ? 0.1 : 0.45);
  const bank = (y: number, big: number) => {
    let d = `M-30 400V${n(y)}`;
    for (let x = -30; x < W + 30; ) {
      const wide = r.range(50, 120) * big;
      d += `q${n(wide / 2)} ${n(-wide * r.range(0.14, 0.34))} ${n(wide)} ${n(r.range(-5, 5))}`;
      x += wide;
    }
    return `${d}V400z`;
  };
  const peak = (x: number, y: number, wide: number, tall: number, fill: string, dim: string) =>
    `<path d="${polygon([
      [x - wide, y],
      [x - wide * 0.4, y - tall * 0.55],
      [x, y - tall],
      [x + wide * 0.35, y - tall * 0.6],
      [x + wide * 0.5, y - tall * 0.66],
      [x + wide, y],
    ])}" fill="${fill}"/>` +
    `<path d="${polygon([
      [x, y - tall],
      [x + wide * 0.35, y - tall * 0.6],
      [x + wide * 0.5, y - tall * 0.66],
      [x + wide, y],
      [x + wide * 0.1, y],
      [x + wide * 0.14, y - tall * 0.5],
    ])}" fill="${dim}"/>`;
  const rock = mix(hour.deep, hour.haze, 0.3);
  const a = r.range(110, 300);
  const b = a + r.range(140, 260);
  return (
    sky(hour) +
    nightStars(r, hour, 70, 180) +
    light(r, hour, [r.range(100, 540), r.range(80, 170)], r.range(24, 40)) +
    `<path d="${bank(226, 1)}" fill="${mix(tone, hour.sky[2], 0.5)}"/>` +
    peak(
      b,
      260,
      r.range(46, 80),
      r.range(50, 90),
      mix(rock, hour.haze, 0.45),
      mix(rock, hour.haze, 0.3),
    ) +
    `<path d="${bank(250, 1.2)}" fill="${mix(tone, hour.sky[2], 0.25)}"/>` +
    peak(a, 298, r.range(70, 120), r.range(90, 150), rock, darker(rock, 0.2)) +
    `<path d="${bank(288, 1.5)}" fill="${tone}"/><path d="${bank(326, 2)}" fill="${lighter(tone, 0.4)}"/>`
  );
}

/** Balloons that drift over morning hills. */
export function balloons(r: SceneRandom): string {
  const hour = hourOf(r, "dawn", "rose", "clear", "golden", "amber", "spring");
  const sets = r.pick([
    ["#e2553a", "#f6c25b", "#2f6f8f"],
    ["#f08a3c", "#fbe3b4", "#5b5aa8"],
    ["#d84f6a", "#ffd9c0", "#3c8f86"],
    ["#3f7fc0", "#f4efe2", "#e88a4a"],
  ] as const);
  const balloon = (x: number, y: number, s: number, [a, b]: readonly [string, string]) =>
    `<path d="M${n(x - s)} ${n(y)}a${n(s)} ${n(s)} 0 0 1 ${n(s * 2)} 0q0 ${n(s * 0.8)} ${n(-s * 0.78)} ${n(s * 1.35)}h${n(-s * 0.44)}Q${n(x - s)} ${n(y + s * 0.8)} ${n(x - s)} ${n(y)}z" fill="${a}"/>` +
    `<path d="M${n(x - s * 0.45)} ${n(y)}Q${n(x - s * 0.4)} ${n(y - s)} ${n(x)} ${n(y - s)}T${n(x + s * 0.45)} ${n(y)}Q${n(x + s * 0.4)} ${n(y + s * 0.8)} ${n(x + s * 0.14)} ${n(y + s * 1.35)}h${n(-s * 0.28)}Q${n(x - s * 0.4)} ${n(y + s * 0.8)} ${n(x - s * 0.45)} ${n(y)}z" fill="${b}"/>` +
    `<path d="M${n(x - s * 0.18)} ${n(y + s * 1.35)}l${n(s * 0.03)} ${n(s * 0.3)}M${n(x + s * 0.18)} ${n(y + s * 1.35)}l${n(-s * 0.03)} ${n(s * 0.3)}" stroke="#5a4030" stroke-width="1"/>` +
    `<rect x="${n(x - s * 0.17)}" y="${n(y + s * 1.62)}" width="${n(s * 0.34)}" height="${n(s * 0.26)}" rx="2" fill="#6a4630"/>`;
  const [a, b, c] = sets;
  const pairs = [
    [a, b],
    [c, b],
    [b, a],
    [a, c],
  ] as const;
  const big = r.range(140, 500);
  let air = "";
  for (let i = 0; i < r.whole(2, 5); i++) {
    const side = big < 320 ? r.range(big + 90, 610) : r.range(30, big - 90);
    air += balloon(side, r.range(50, 190), r.range(10, 24), pairs[i % 4] ?? pairs[0]);
  }
  return (
    sky(hour) +
    nightStars(r, hour, 20, 100) +
    lamp(hour, [r.range(80, 560), r.range(120, 210)], r.range(20, 34)) +
    under(broken(crags(r, 290, r.range(40, 90), 0.5)), landTone(hour, 0.18)) +
    under(curve(hills(r, 300, 18, 1)), landTone(hour, 0.42, "#8fae7a")) +
    air +
    balloon(big, r.range(96, 140), r.range(44, 62), pairs[0]) +
    under(curve(hills(r, 334, 14, 1.2)), landTone(hour, 0.75, "#4f7f5a"))
  );
}
