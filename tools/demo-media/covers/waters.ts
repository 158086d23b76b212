import {
  broken,
  crags,
  curve,
  H,
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
import { birds, glints, light, nightStars, shade, sky } from "./parts.ts";
import type { SceneRandom } from "./random.ts";

/** A river that winds out of the mountains towards us. */
export function riverValley(r: SceneRandom): string {
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

/** Still water with mountains upside down in it. */
export function lake(r: SceneRandom): string {
  const hour = hourOf(
    r,
    "clear",
    "rose",
    "dawn",
    "mint",
    "golden",
    "violet",
    "blue",
    "teal",
    "midnight",
  );
  const shore = r.range(186, 216);
  const peaks = crags(r, shore, r.range(80, 130), 0.5);
  const nearer = crags(r, shore + 2, r.range(26, 50), 0.5);
  const [x, y] = [r.range(110, 530), r.range(56, 105)];
  const wood = hills(r, shore + 1, 3, 1.4);
  const trees = pines(r, wood, { count: 36, low: 8, tall: 20 });
  const land =
    under(broken(peaks), landTone(hour, 0.22)) +
    under(broken(nearer), landTone(hour, 0.5)) +
    `<path d="${trees}" fill="${landTone(hour, 0.72)}"/>`;
  const front = hills(r, 350, 8, 1.2);
  const left = r.chance(0.5);
  return (
    sky(hour) +
    nightStars(r, hour, 90, shore - 40) +
    light(r, hour, [x, y], r.range(18, 30)) +
    `<clipPath id="k"><path d="M0 0h${W}v${n(shore)}H0z"/></clipPath><g id="t" clip-path="url(#k)">${land}</g>` +
    `<defs>${shade("w", [mix(hour.sky[3], hour.haze, 0.35), mix(hour.sky[1], hour.deep, 0.3), mix(hour.sky[0], hour.deep, 0.5)])}</defs>` +
    `<rect y="${n(shore)}" width="${W}" height="${n(H - shore)}" fill="url(#w)"/>` +
    `<use href="#t" transform="translate(0 ${n(shore * 1.9)}) scale(1 -.9)" opacity=".38"/>` +
    glints(r, x, shore + 6, hour.lamp, 0.7) +
    `<path d="M0 ${n(shore)}h${W}" stroke="${lighter(hour.sky[3], 0.4)}" stroke-width="1.5" opacity=".6"/>` +
    `<path d="${pines(r, front, { count: r.whole(5, 10), low: 40, tall: r.range(100, 150), ...(left ? { to: r.range(160, 280) } : { from: r.range(360, 480) }) })}" fill="${darker(hour.deep, 0.1)}"/>` +
    under(curve(front), darker(hour.deep, 0.25)) +
    (r.chance(0.4) ? birds(r, hour.deep, [left ? 450 : 180, 120]) : "")
  );
}
