import { broken, crags, curve, H, hills, n, type Point, polygon, under, W } from "./brush.ts";
import { darker, mix } from "./colour.ts";
import { hourOf, landTone } from "./hours.ts";
import { glints, light, nightStars, shade, sky, streaks } from "./parts.ts";
import type { SceneRandom } from "./random.ts";

/** Towers along the water, windows lit. */
export function cityNight(r: SceneRandom): string {
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

/** A hanging bridge over a bay. */
export function bridge(r: SceneRandom): string {
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
