import { curve, H, hills, n, under, W } from "./brush.ts";
import { darker, lighter, mix, turn } from "./colour.ts";
import { hourOf } from "./hours.ts";
import { lamp, shade } from "./parts.ts";
import type { SceneRandom } from "./random.ts";

/** Lamps out of focus behind a wet pane. */
export function rainLights(r: SceneRandom): string {
  const [top, low] = r.pick([
    ["#12183a", "#2c2050"],
    ["#1a1030", "#4a1f48"],
    ["#08202c", "#154a52"],
    ["#24140f", "#5a2f1c"],
    ["#0c1c2c", "#3a3550"],
  ] as const);
  const tones = r.pick([
    ["#ffb45c", "#ff7a6a", "#8fa0ff", "#ffd9a0"],
    ["#5fd0d8", "#ffcf7a", "#f08ac0", "#a9c4ff"],
    ["#ff9a4a", "#ffd07a", "#ff6a5a", "#ffe6c0"],
    ["#b48cff", "#ff8fb4", "#7ad0ff", "#ffd0a0"],
  ] as const);
  let discs = "";
  const rows = r.whole(30, 40);
  const lift = r.range(0.55, 0.75);
  for (let i = 0; i < rows; i++) {
    const k = i / rows;
    const [x, y, s] = [
      r.range(-10, W + 10),
      H * (lift + r.range(-0.42, 0.3) * (0.4 + k)),
      10 + k * r.range(12, 36),
    ];
    const tone = tones[r.whole(0, 3)] ?? tones[0];
    discs += `<circle cx="${n(x)}" cy="${n(y)}" r="${n(s)}" fill="${tone}" opacity="${n(r.range(0.22, 0.62))}"/>`;
    if (i % 5 === 0)
      discs += `<circle cx="${n(x)}" cy="${n(y)}" r="${n(s - 1)}" fill="none" stroke="${lighter(tone, 0.5)}" stroke-width="2" opacity=".5"/>`;
  }
  let rain = "";
  for (let i = 0; i < 46; i++)
    rain += `M${n(r.range(0, W))} ${n(r.range(-10, H))}l-3 ${n(r.range(12, 26))}`;
  let drops = "";
  for (let i = 0; i < 22; i++)
    drops += `<circle cx="${n(r.range(0, W))}" cy="${n(r.range(0, H))}" r="${n(r.range(1.5, 4))}"/>`;
  return `<defs>${shade("s", [top, low])}</defs><rect width="${W}" height="${H}" fill="url(#s)"/>${discs}<path d="${rain}" stroke="#fff" stroke-width="1.2" stroke-linecap="round" opacity=".38"/><g fill="#fff" opacity=".3">${drops}</g>`;
}

/** Nested discs, half lit, over a dark hill: a picture of shapes only. */
export function discs(r: SceneRandom): string {
  const base = r.pick(["#0f4650", "#4a1f3a", "#1c2a5c", "#5a2410", "#1f4a2c", "#3a2466"]);
  const bright = turn(
    r.pick(["#4fd8c8", "#ffa45c", "#f6c25b", "#f28aa0", "#8fb4ff"]),
    r.range(-12, 12),
  );
  const [x, y, s] = [r.range(200, 420), r.range(170, 220), r.range(90, 130)];
  const side = r.pick([-1, 1]);
  const other = r.pick(["#ffa45c", "#ffd98a", "#f28a8a", "#8fd8e8", "#b8a8f8"]);
  const half = (cx: number, cy: number, q: number, right: boolean) =>
    `M${n(cx)} ${n(cy - q)}a${n(q)} ${n(q)} 0 0 ${right ? 1 : 0} 0 ${n(q * 2)}z`;
  let rings = "";
  for (let i = 0; i < r.whole(0, 3); i++)
    rings += `<circle cx="${n(x)}" cy="${n(y)}" r="${n(s * (1.35 + i * 0.34))}"/>`;
  return (
    `<defs>${shade("s", [lighter(base, 0.06), darker(base, 0.5)])}${shade("d", [bright, darker(bright, 0.4)])}</defs><rect width="${W}" height="${H}" fill="url(#s)"/>` +
    `<circle cx="${n(x - side * s)}" cy="${n(y + 34)}" r="${n(s * 1.45)}" fill="${bright}" opacity=".24"/><g fill="none" stroke="${lighter(bright, 0.3)}" stroke-width="1.5" opacity=".4">${rings}</g>` +
    `<path d="${half(x, y, s, false)}" fill="url(#d)"/><path d="${half(x, y, s, true)}" fill="url(#d)" opacity=".6"/>` +
    lamp(
      { ...hourOf(r, "amber"), lamp: lighter(other, 0.2), glow: other },
      [x + side * s * r.range(1.05, 1.3), y - s * r.range(0.5, 0.75)],
      r.range(28, 46),
      2.4,
    ) +
    under(curve(hills(r, 322, r.range(14, 28), 0.8, 60)), darker(base, 0.72))
  );
}

/** Broad bands of colour, like cut paper. */
export function waves(r: SceneRandom): string {
  const [pale, strong, deep] = r.pick([
    ["#ffd79a", "#ff7a2c", "#7a1426"],
    ["#d8f0dc", "#2fa89a", "#0b3a5a"],
    ["#ffdfe2", "#e0607c", "#3f1450"],
    ["#dfe6ff", "#5f76d8", "#1c1450"],
    ["#fdf0c4", "#d8a834", "#5a2a10"],
    ["#e6f4c8", "#6aa83a", "#0f4030"],
  ] as const);
  const hue = r.range(-12, 12);
  const count = r.whole(4, 6);
  let bands = "";
  for (let i = 0; i < count; i++) {
    const k = (i + 1) / count;
    const tone = turn(k < 0.5 ? mix(pale, strong, k * 2) : mix(strong, deep, k * 2 - 1), hue);
    const y = 84 + (i + 0.6) * (252 / count);
    bands += `<defs><linearGradient id="b${i}"><stop stop-color="${lighter(tone, 0.16)}"/><stop offset="1" stop-color="${darker(tone, 0.08)}"/></linearGradient></defs>${under(curve(hills(r, y, r.range(26, 58), r.range(0.45, 0.75), 72)), `url(#b${i})`)}`;
  }
  const disc = `<circle cx="${n(r.range(90, 550))}" cy="${n(r.range(52, 84))}" r="${n(r.range(26, 50))}" fill="#fffaf0"/>`;
  return `<rect width="${W}" height="${H}" fill="${turn(mix(pale, strong, 0.12), hue)}"/>${disc}${bands}`;
}
