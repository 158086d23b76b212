import { broken, crags, curve, H, hills, n, polygon, under, W } from "./brush.ts";
import { darker, lighter, mix } from "./colour.ts";
import { hourOf } from "./hours.ts";
import { birds, glints, lamp, shade, sky, streaks } from "./parts.ts";
import type { SceneRandom } from "./random.ts";

/** The sun over open water. */
export function seaSunset(r: SceneRandom): string {
  const hour = hourOf(r, "sunset", "ember", "violet", "golden", "rose", "amber", "teal");
  const horizon = r.range(190, 240);
  const size = r.range(26, 46);
  const x = r.range(150, 500);
  const isle = crags(r, horizon + 2, r.range(14, 46), 0.5);
  const sail = r.chance(0.45)
    ? sailboat(
        r.range(60, 580),
        horizon + r.range(6, 26),
        r.range(16, 30),
        hour.deep,
        lighter(hour.glow, 0.4),
      )
    : "";
  return (
    sky(hour, horizon) +
    streaks(r, mix(hour.sky[2], hour.glow, 0.4), 30, horizon - 60, r.whole(2, 6)) +
    lamp(hour, [x, horizon - size * r.range(-0.1, 1.5)], size) +
    under(broken(isle), mix(hour.haze, hour.deep, 0.35), ' opacity=".75"') +
    `<defs>${shade("w", [mix(hour.sky[3], hour.haze, 0.5), [0.3, mix(hour.haze, hour.deep, 0.45)], hour.deep])}</defs>` +
    `<rect y="${n(horizon)}" width="${W}" height="${n(H - horizon)}" fill="url(#w)"/>` +
    glints(r, x, horizon, hour.lamp, r.range(0.8, 1.3)) +
    sail +
    (r.chance(0.5) ? birds(r, hour.deep, [x + 130, 90]) : "") +
    under(curve(hills(r, 348, 8, 1.2, 60)), darker(hour.deep, 0.3), ' opacity=".6"')
  );
}

function sailboat(x: number, y: number, s: number, hull: string, sail: string): string {
  return (
    `<path d="M${n(x - s * 0.6)} ${n(y)}h${n(s * 1.3)}l${n(-s * 0.3)} ${n(s * 0.3)}h${n(-s * 0.75)}z" fill="${hull}"/>` +
    `<path d="M${n(x)} ${n(y - s * 0.12)}V${n(y - s * 1.9)}l${n(s * 0.6)} ${n(s * 1.78)}zM${n(x - s * 0.1)} ${n(y - s * 0.12)}V${n(y - s * 1.5)}l${n(-s * 0.45)} ${n(s * 1.38)}z" fill="${sail}"/>`
  );
}

/** Under water: shafts of light, weed, bubbles, a shoal. */
export function deepSea(r: SceneRandom): string {
  const [a, b, c, d] = r.pick([
    ["#5fd0e0", "#1c8fc4", "#0f5596", "#07245c"],
    ["#7fe0d0", "#2aa8a4", "#12706f", "#06343f"],
    ["#9fc4f2", "#4f7fd0", "#2c4a9c", "#131f58"],
    ["#c8b4ee", "#7d6cc8", "#443f92", "#181a50"],
  ] as const);
  let shafts = "";
  for (let i = 0; i < r.whole(4, 6); i++) {
    const x = r.range(0, W);
    const wide = r.range(18, 46);
    const lean = (x - 320) * 0.5 + r.range(-30, 30);
    shafts += polygon([
      [x, -5],
      [x + wide, -5],
      [x + wide * 2 + lean, 330],
      [x - wide * 0.6 + lean, 330],
    ]);
  }
  let bubbles = "";
  for (let i = 0; i < 26; i++)
    bubbles += `<circle cx="${n(r.range(0, W))}" cy="${n(r.range(10, 320))}" r="${n(r.range(1.5, 5.5))}"/>`;
  let fish = "";
  const [fx, fy] = [r.range(150, 480), r.range(90, 210)];
  for (let i = 0; i < r.whole(7, 15); i++) {
    const [x, y, s] = [fx + r.range(-95, 95), fy + r.range(-42, 42), r.range(7, 13)];
    fish += `M${n(x)} ${n(y)}q${n(s)} ${n(-s * 0.75)} ${n(s * 2)} 0q${n(-s)} ${n(s * 0.75)} ${n(-s * 2)} 0zM${n(x + s * 0.2)} ${n(y)}l${n(-s * 0.8)} ${n(-s * 0.45)}v${n(s * 0.9)}z`;
  }
  let weed = "";
  for (let i = 0; i < r.whole(9, 16); i++) {
    const [x, tall, bend] = [r.range(10, W - 10), r.range(40, 130), r.range(8, 18)];
    weed += `M${n(x)} 350q${n(bend)} ${n(-tall / 4)} 0 ${n(-tall / 2)}t0 ${n(-tall / 2)}`;
  }
  return (
    `<defs>${shade("s", [a, [0.3, b], [0.7, c], d])}${shade("l", [
      [0, "#fff", 0.42],
      [1, "#fff", 0],
    ])}</defs>` +
    `<rect width="${W}" height="${H}" fill="url(#s)"/><path d="${shafts}" fill="url(#l)"/>` +
    under(curve(hills(r, 300, 22, 1)), mix(c, d, 0.6)) +
    `<path d="${fish}" fill="${mix(d, c, 0.2)}" opacity=".8"/>` +
    `<path d="${weed}" fill="none" stroke="${darker(d, 0.15)}" stroke-width="7" stroke-linecap="round"/>` +
    under(curve(hills(r, 336, 14, 1.4)), darker(d, 0.25)) +
    `<g fill="#fff" opacity=".3">${bubbles}</g>`
  );
}
