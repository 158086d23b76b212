import { broken, crags, curve, H, hills, n, type Point, polygon, under, W } from "./brush.ts";
import { darker, lighter, mix, turn } from "./colour.ts";
import { hourOf, landTone } from "./hours.ts";
import { glints, lamp, light, nightStars, shade, sky, streaks } from "./parts.ts";
import type { Random } from "./random.ts";

/** Towers along the water, windows lit. */
export function cityNight(r: Random): string {
  const hour = hourOf(r, "indigo", "plum", "blue", "violet", "midnight", "sunset");
  const level = r.range(262, 284);
  const warm = r.pick(["#ffcf7a", "#ffb45c", "#ffe0a8", "#9fe0e8"]);
  let far = "";
  for (let x = -10; x < W; ) {
    const wide = r.range(26, 60);
    const tall = r.range(40, 120);
    far += `M${n(x)} ${n(level)}v${n(-tall)}h${n(wide)}v${n(tall)}z`;
    x += wide + r.range(0, 12);
  }
  let near = "";
  let panes = "";
  const middle = r.range(180, 460);
  for (let x = r.range(-20, 6); x < W; ) {
    const wide = Math.round(r.range(3, 6)) * 12 + 6;
    const tall =
      Math.round(r.range(4, 8) + 7 * Math.exp(-(((x + wide / 2 - middle) / 130) ** 2))) * 14 + 6;
    const top = level - tall;
    near += `M${n(x)} ${n(level)}V${n(top)}h${n(wide)}V${n(level)}z`;
    const crown = r.range(0, 1);
    if (crown < 0.22) near += `M${n(x + wide / 2 - 1.5)} ${n(top)}v-26h3v26z`;
    else if (crown < 0.4)
      near += polygon([
        [x, top],
        [x + wide / 2, top - 18],
        [x + wide, top],
      ]);
    else if (crown < 0.55) near += `M${n(x + 8)} ${n(top)}v-12h${n(wide - 16)}v12z`;
    for (let u = x + 6; u < x + wide - 8; u += 12)
      for (let v = top + 8; v < level - 12; v += 14)
        if (r.chance(0.3)) panes += `M${n(u)} ${n(v)}h5`;
    x += wide + r.pick([0, 0, 4, 14, 26]);
  }
  return (
    sky(hour, level) +
    nightStars(r, hour, 60, 150) +
    light(r, hour, [r.range(80, 560), r.range(50, 100)], r.range(16, 30)) +
    `<path d="${far}" fill="${mix(hour.haze, hour.sky[2], 0.35)}"/><path d="${near}" fill="${darker(hour.deep, 0.1)}"/>` +
    `<path d="${panes}" stroke="${warm}" stroke-width="7" opacity=".9"/>` +
    `<defs>${shade("w", [mix(hour.haze, hour.deep, 0.4), darker(hour.deep, 0.15)])}</defs><rect y="${n(level)}" width="${W}" height="${n(H - level)}" fill="url(#w)"/>` +
    glints(r, middle, level, warm, 0.6) +
    glints(r, middle + r.pick([-190, 190]), level, mix(warm, "#ff7aa0", 0.5), 0.35)
  );
}

/** Lamps out of focus behind a wet pane. */
export function rainLights(r: Random): string {
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

/** A hanging bridge over a bay. */
export function bridge(r: Random): string {
  const hour = hourOf(
    r,
    "sunset",
    "violet",
    "rose",
    "golden",
    "blue",
    "storm",
    "teal",
    "ember",
    "dawn",
  );
  const level = r.range(238, 258);
  const deck = level - r.range(20, 30);
  const [a, b] = [r.range(110, 190), r.range(430, 520)];
  const top = deck - r.range(96, 130);
  const steel = r.chance(0.5)
    ? mix(r.pick(["#c8452f", "#b5502f", "#d06a3a"]), hour.deep, 0.25)
    : darker(hour.deep, 0.05);
  const sag = (x: number) =>
    deck - 8 - (top < deck ? (deck - 12 - top) * ((2 * (x - (a + b) / 2)) / (b - a)) ** 2 : 0);
  let ropes = "";
  for (let x = a + 14; x < b; x += 14) ropes += `M${n(x)} ${n(sag(x))}V${n(deck)}`;
  for (let k = 1; k < 8; k++) {
    ropes += `M${n(a - k * 22)} ${n(top + (deck - top) * (k / 8) ** 0.9)}V${n(deck)}M${n(b + k * 22)} ${n(top + (deck - top) * (k / 8) ** 0.9)}V${n(deck)}`;
  }
  const cable = `M${n(a - 180)} ${n(deck)}Q${n(a - 60)} ${n(top + 66)} ${n(a)} ${n(top)}Q${n((a + b) / 2)} ${n(2 * (deck - 8) - top)} ${n(b)} ${n(top)}Q${n(b + 60)} ${n(top + 66)} ${n(b + 180)} ${n(deck)}`;
  const tower = (x: number) =>
    `M${n(x - 9)} ${n(level + 14)}l3 ${n(top - level - 24)}h4v${n(level - top + 24)}zM${n(x + 9)} ${n(level + 14)}l-3 ${n(top - level - 24)}h-4v${n(level - top + 24)}zM${n(x - 7)} ${n(top + 12)}h14v6h-14zM${n(x - 7)} ${n(top + 52)}h14v6h-14z`;
  const sun: Point = [r.range(a + 60, b - 60), r.range(130, deck - 20)];
  return (
    sky(hour, level) +
    nightStars(r, hour, 60, 150) +
    light(r, hour, sun, r.range(22, 38)) +
    streaks(r, mix(hour.sky[3], hour.glow, 0.5), 40, 150, r.whole(2, 5)) +
    under(broken(crags(r, level + 1, r.range(26, 60), 0.5)), landTone(hour, 0.25)) +
    `<defs>${shade("w", [mix(hour.sky[3], hour.haze, 0.6), [0.4, mix(hour.haze, hour.deep, 0.5)], hour.deep])}</defs><rect y="${n(level)}" width="${W}" height="${n(H - level)}" fill="url(#w)"/>` +
    glints(r, sun[0], level, hour.lamp, 0.9) +
    `<path d="${ropes}" stroke="${steel}" stroke-width="1" opacity=".8"/><path d="${cable}" fill="none" stroke="${steel}" stroke-width="3"/><path d="${tower(a)}${tower(b)}M-5 ${n(deck)}h${W + 10}v6H-5z" fill="${steel}"/>` +
    under(curve(hills(r, 350, 8, 1.2)), darker(hour.deep, 0.3), ' opacity=".8"')
  );
}

/** Nested discs, half lit, over a dark hill: a picture of shapes only. */
export function discs(r: Random): string {
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
export function waves(r: Random): string {
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
