import {
  broken,
  crags,
  curve,
  heightAt,
  hills,
  n,
  type Point,
  pines,
  polygon,
  under,
  W,
} from "./brush.ts";
import { darker, lighter, mix } from "./colour.ts";
import { hourOf, landTone } from "./hours.ts";
import { birds, lamp, light, nightStars, shade, sky, streaks } from "./parts.ts";
import type { Random } from "./random.ts";

/** Sand by day: bright slopes and shaded ones. */
export function dunes(r: Random): string {
  const hour = hourOf(r, "amber", "golden", "sunset", "ember", "rose", "dawn", "violet", "clear");
  const sand = r.pick(["#e0944a", "#d9803f", "#e8b070", "#c96f4a"]);
  const at: Point = [r.range(110, 530), r.range(66, 120)];
  let land = under(curve(hills(r, 206, 16, 0.8)), landTone(hour, 0.08, lighter(sand, 0.3)));
  for (let i = 0; i < 4; i++) {
    const y = 232 + i * 36;
    const x = r.range(60, 580);
    const top = y - r.range(26, 64);
    const body = landTone(hour, 0.12 + i * 0.2, sand);
    const right = `Q${n(x + (W - x) * 0.45)} ${n(y + 4)} ${W + 20} ${n(y + r.range(-20, 12))}`;
    const left = `M-20 ${n(y + r.range(-8, 20))}Q${n(x * 0.5)} ${n(y + 6)} ${n(x)} ${n(top)}`;
    land += under(left + right, body);
    // The side away from the lamp, with its edge winding down from the crest.
    const s = at[0] > x ? -1 : 1;
    const shadow = `M${n(x)} ${n(top)}q${n(s * 26)} 30 ${n(-s * 4)} 62t${n(s * 20)} 90H${s > 0 ? W + 20 : -20}`;
    const edge =
      s > 0
        ? `V${n(y)}Q${n(x + (W - x) * 0.45)} ${n(y + 4)} ${n(x)} ${n(top)}z`
        : `V${n(y + 6)}Q${n(x * 0.5)} ${n(y + 6)} ${n(x)} ${n(top)}z`;
    land += `<path d="${shadow}${edge}" fill="${darker(body, 0.24)}" opacity=".75"/>`;
  }
  return sky(hour) + lamp(hour, at, r.range(24, 42)) + land;
}

/** Peaks that look out of a sea of cloud. */
export function cloudSea(r: Random): string {
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

/** Terraced fields in bands, wet ones with the sky in them. */
export function terraces(r: Random): string {
  const hour = hourOf(r, "spring", "clear", "mint", "golden", "rose", "amber", "dawn");
  const [young, old] = r.pick([
    ["#d8e07a", "#1f6a3c"],
    ["#b9d86a", "#145a48"],
    ["#f0d070", "#8a5a20"],
    ["#c2e0b0", "#2a6f6a"],
  ] as const);
  const wet = r.chance(0.55);
  let bands = "";
  for (let i = 0; i < 8; i++) {
    const k = i / 7;
    const line = hills(r, 178 + k * 156, 10 + 22 * k, 0.7 + r.range(0, 0.5), 40);
    const tone = mix(mix(young, old, k ** 0.8), hour.haze, 0.4 * (1 - k));
    bands += under(curve(line), mix(tone, hour.deep, 0.1));
    if (wet && i > 0 && i % 2 === 0)
      bands += `<path d="${curve(line.map(([x, y]): Point => [x, y + 5]))}" fill="none" stroke="${hour.sky[3]}" stroke-width="${n(3 + 5 * k)}" opacity=".8"/>`;
    else
      bands += `<path d="${curve(line)}" fill="none" stroke="${lighter(tone, 0.4)}" stroke-width="2.5" opacity=".6"/>`;
  }
  return (
    sky(hour) +
    lamp(hour, [r.range(90, 550), r.range(60, 120)], r.range(20, 32)) +
    streaks(r, "#ffffff", 30, 110, r.whole(1, 4)) +
    under(broken(crags(r, 200, r.range(50, 100), 0.48)), landTone(hour, 0.2)) +
    bands
  );
}

/** Ridge behind ridge in mist, ink-wash like. */
export function mist(r: Random): string {
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
export function snowPeak(r: Random): string {
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

/** A river that winds out of the mountains towards us. */
export function riverValley(r: Random): string {
  const hour = hourOf(r, "golden", "clear", "spring", "rose", "violet", "mint", "sunset", "blue");
  const grass = r.pick(["#6fa05a", "#8aa04a", "#3f8a6a", "#b08a4a"]);
  const x = r.range(250, 390);
  const s = r.pick([-1, 1]);
  const bank = (w: number) =>
    [
      [x + s * 4, 214],
      [x + s * (60 - w * 0.1), 232],
      [x - s * 30, 254],
      [x - s * (90 - w), 282],
      [x + s * 40, 318],
      [x + s * 110, 372],
    ] as const;
  const wide = [2, 7, 15, 28, 48, 80];
  const edge = (k: number) => bank(0).map(([a, b], i): Point => [a + k * (wide[i] ?? 0), b]);
  const water = `${curve(edge(-1))}L${curve(edge(1).reverse()).slice(1)}z`;
  const wood = hills(r, 250, 8, 1.4);
  return (
    sky(hour) +
    nightStars(r, hour, 80, 170) +
    light(r, hour, [x + r.range(-60, 60), r.range(110, 160)], r.range(20, 32)) +
    under(broken(crags(r, 214, r.range(70, 110), 0.52)), landTone(hour, 0.15)) +
    `<path d="${polygon([
      [-20, 214],
      [-20, r.range(70, 120)],
      [90, 130],
      [170, 176],
      [x - 20, 222],
    ])}${polygon([
      [W + 20, 214],
      [W + 20, r.range(70, 120)],
      [560, 120],
      [470, 180],
      [x + 20, 222],
    ])}" fill="${landTone(hour, 0.4)}"/>` +
    under("M-20 212L660 212", landTone(hour, 0.3, grass)) +
    `<path d="${pines(r, wood, { count: 26, low: 10, tall: 30, to: x - 60 })}${pines(r, wood, { count: 22, low: 10, tall: 30, from: x + 90 })}" fill="${landTone(hour, 0.65, grass)}"/>` +
    `<path d="${water}" fill="${mix(hour.sky[3], hour.sky[2], 0.3)}"/>` +
    under(curve(hills(r, 352, 8, 1)), landTone(hour, 0.95, grass), ' opacity=".9"')
  );
}

/** A flowering meadow under wide hills. */
export function meadow(r: Random): string {
  const hour = hourOf(r, "spring", "clear", "rose", "amber", "mint", "spring");
  const [a, b] = r.pick([
    ["#f2b63c", "#e0683a"],
    ["#c58ae0", "#7a5cc0"],
    ["#f29ab0", "#d8507a"],
    ["#ffffff", "#f4d35e"],
    ["#e2553a", "#ffb45c"],
  ] as const);
  const front = hills(r, 262, 16, 0.8);
  const rows = [0, 1, 2].map((i) => {
    let d = "";
    for (let k = 0; k < 46 - i * 10; k++) {
      const x = r.range(-5, W + 5);
      d += `M${n(x)} ${n(heightAt(front, x) + 14 + i * 30 + r.range(0, 28))}h0`;
    }
    return `<path d="${d}" stroke="${i === 1 ? b : a}" stroke-width="${5 + i * 4}" stroke-linecap="round" opacity=".92"/>`;
  });
  const tx = r.range(90, 550);
  const ty = heightAt(front, tx);
  const leaf = landTone(hour, 0.55, "#3f8a4a");
  const tree = `<path d="M${n(tx - 3)} ${n(ty + 6)}l2 -60h4l2 60z" fill="#5a4636"/><circle cx="${n(tx)}" cy="${n(ty - 64)}" r="32" fill="${leaf}"/><circle cx="${n(tx - 24)}" cy="${n(ty - 48)}" r="22" fill="${leaf}"/><circle cx="${n(tx + 24)}" cy="${n(ty - 50)}" r="24" fill="${darker(leaf, 0.12)}"/>`;
  return (
    sky(hour) +
    lamp(hour, [W - tx, r.range(60, 110)], r.range(20, 32)) +
    streaks(r, "#ffffff", 40, 130, r.whole(2, 4)) +
    under(broken(crags(r, 226, 70, 0.48)), landTone(hour, 0.12)) +
    under(curve(hills(r, 230, 16, 0.9)), landTone(hour, 0.2, "#a4cf6f")) +
    (r.chance(0.75) ? tree : "") +
    under(curve(front), landTone(hour, 0.5, "#7fbf4a")) +
    rows.join("") +
    (r.chance(0.5) ? birds(r, hour.deep, [tx > 320 ? 180 : 460, 110]) : "")
  );
}
