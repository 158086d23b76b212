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
  stars,
  under,
  W,
} from "./brush.ts";
import { darker, lighter, mix, turn } from "./colour.ts";
import { hourOf, landTone } from "./hours.ts";
import { shade, sky } from "./parts.ts";
import type { SceneRandom } from "./random.ts";

/** Curtains of northern light over a forest or a lake. */
export function aurora(r: SceneRandom): string {
  const hour = hourOf(r, "midnight", "pine", "indigo", "blue");
  const hue = r.pick([0, 0, 18, -24, 60, 100]) + r.range(-12, 12);
  const [low, high] = [turn("#46f0b4", hue), turn("#7a6cf0", hue * 0.5 + r.range(-20, 30))];
  let bands = "";
  for (let i = 0; i < r.whole(2, 3); i++) {
    const foot = hills(r, 205 - i * r.range(40, 62), r.range(20, 46), r.range(0.6, 1.1), 44);
    const tall = r.range(95, 150) - i * 20;
    const top = foot.map(([x, y]): Point => [x, y - tall * r.range(0.7, 1.15)]).reverse();
    const back = curve(top).slice(1);
    bands += `<path d="${curve(foot)}L${back}z" fill="url(#a)" opacity="${n(0.95 - i * 0.3)}"/>`;
  }
  let rays = "";
  for (let i = 0; i < 26; i++) {
    const [x, y, tall] = [r.range(-20, W), r.range(60, 190), r.range(70, 150)];
    rays += `M${n(x)} ${n(y)}l${n(r.range(10, 30))} -3l3 ${n(-tall)}h${n(-r.range(10, 26))}z`;
  }
  const ground = hills(r, 306, 14, 1.3);
  const far = crags(r, 276, r.range(30, 80), 0.5);
  return (
    sky(hour) +
    stars(r, 110, 250) +
    `<defs>${shade("a", [
      [0, high, 0],
      [0.4, high, 0.5],
      [0.72, low, 0.8],
      [0.9, low, 1],
      [1, low, 0],
    ])}` +
    `<filter id="f" y="-20%" height="140%"><feGaussianBlur stdDeviation="0 9"/></filter></defs>` +
    `<g filter="url(#f)">${bands}<path d="${rays}" fill="${lighter(low, 0.3)}" opacity=".11"/></g>` +
    under(broken(far), landTone(hour, 0.55)) +
    under(curve(ground), darker(hour.deep, 0.2)) +
    `<path d="${pines(r, ground, { count: r.whole(22, 34), low: 24, tall: r.range(70, 110) })}" fill="${darker(hour.deep, 0.35)}"/>`
  );
}

/** The galaxy across the sky, over hills. */
export function milkyWay(r: SceneRandom): string {
  const hour = hourOf(r, "indigo", "plum", "midnight", "blue");
  const angle = r.range(-58, -22);
  const core = turn(r.pick(["#b79cff", "#9fc0ff", "#ffb8c8", "#ffcf9c"]), r.range(-10, 10));
  const [x, y] = [r.range(260, 420), r.range(110, 170)];
  let dust = "";
  for (let i = 0; i < 90; i++) {
    const u = r.range(-1, 1) * r.range(0.2, 1);
    dust += `M${n(r.range(-330, 330))} ${n(u * 44)}h0`;
  }
  // Soft ellipses from gradients: librsvg cuts blurred shapes off when they are turned.
  const soft = (id: string, tone: string, seen: number) =>
    `<radialGradient id="${id}"><stop stop-color="${tone}" stop-opacity="${seen}"/><stop offset=".5" stop-color="${tone}" stop-opacity="${Math.round(seen * 40) / 100}"/><stop offset="1" stop-color="${tone}" stop-opacity="0"/></radialGradient>`;
  const cloud = (dx: number, dy: number, rx: number, ry: number, id: string) =>
    `<ellipse cx="${n(dx)}" cy="${n(dy)}" rx="${n(rx)}" ry="${n(ry)}" fill="url(#${id})"/>`;
  let clouds = cloud(0, 0, 480, 84, "a") + cloud(r.range(-60, 60), 0, 300, 54, "b");
  for (let i = 0; i < 9; i++) {
    const u = r.range(-1, 1);
    const wide = r.range(40, 110) * (1.2 - Math.abs(u) * 0.5);
    clouds += cloud(
      u * 260,
      r.range(-22, 22),
      wide,
      wide * r.range(0.22, 0.4),
      r.pick(["b", "c", "c"]),
    );
  }
  for (let i = 0; i < 5; i++) {
    clouds += cloud(r.range(-230, 230), r.range(-14, 14), r.range(60, 120), r.range(10, 18), "d");
  }
  return (
    sky(hour) +
    stars(r, 190, 330, mix(hour.glow, "#fff8ff", 0.7)) +
    `<defs>${soft("a", hour.glow, 0.34)}${soft("b", core, 0.5)}${soft("c", "#fff0e4", 0.42)}${soft("d", hour.sky[0], 0.45)}</defs>` +
    `<g transform="translate(${n(x)} ${n(y)}) rotate(${n(angle)})"><g>` +
    clouds +
    `</g><path d="${dust}" stroke="#fff" stroke-width="1.3" stroke-linecap="round" opacity=".75"/></g>` +
    under(curve(hills(r, 305, 22, 1)), landTone(hour, 0.5)) +
    campOrHut(r, hour.deep)
  );
}

/** A dark hill with a lit tent, an observatory, or nothing on it. */
function campOrHut(r: SceneRandom, tone: string): string {
  const line = hills(r, 330, 12, 1.2);
  const x = r.range(90, 550);
  const y = heightAt(line, x) + 4;
  const hill = under(curve(line), darker(tone, 0.3));
  const kind = r.range(0, 1);
  if (kind < 0.4) {
    const tent = polygon([
      [x - 30, y],
      [x, y - 30],
      [x + 30, y],
    ]);
    return `<defs><radialGradient id="c"><stop stop-color="#ffb45c" stop-opacity=".7"/><stop offset="1" stop-color="#ffb45c" stop-opacity="0"/></radialGradient></defs><circle cx="${n(x)}" cy="${n(y - 8)}" r="74" fill="url(#c)"/><path d="${tent}" fill="#ffb04f"/><path d="${polygon(
      [
        [x, y - 30],
        [x + 30, y],
        [x + 8, y],
      ],
    )}" fill="#e8843a"/>${hill}`;
  }
  if (kind < 0.7) {
    return `<path d="M${n(x - 24)} ${n(y + 2)}v-22a24 24 0 0 1 48 0v22z" fill="${mix(tone, "#8d8fc0", 0.4)}"/><path d="M${n(x + 2)} ${n(y - 45)}l12 2v24h-10z" fill="${darker(tone, 0.2)}"/>${hill}`;
  }
  return hill;
}
