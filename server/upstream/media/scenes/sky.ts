import {
  broken,
  crags,
  curve,
  H,
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
import { lamp, light, moon, nightStars, shade, sky } from "./parts.ts";
import type { Random } from "./random.ts";

/** Curtains of northern light over a forest or a lake. */
export function aurora(r: Random): string {
  const hour = hourOf(r, "midnight", "pine", "indigo", "blue");
  const hue = r.pick([0, 0, 18, -24, 60, 105, 150]) + r.range(-12, 12);
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
    rays += `M${n(x)} ${n(y)}l${n(r.range(6, 16))} -3l3 ${n(-tall)}h${n(-r.range(6, 14))}z`;
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
    `<filter id="f" x="-10%" y="-20%" width="120%" height="140%"><feGaussianBlur stdDeviation="5 9"/></filter></defs>` +
    `<g filter="url(#f)">${bands}<path d="${rays}" fill="${lighter(low, 0.3)}" opacity=".17"/></g>` +
    under(broken(far), landTone(hour, 0.55)) +
    under(curve(ground), darker(hour.deep, 0.2)) +
    `<path d="${pines(r, ground, { count: r.whole(22, 34), low: 24, tall: r.range(70, 110) })}" fill="${darker(hour.deep, 0.35)}"/>`
  );
}

/** The galaxy across the sky, over hills. */
export function milkyWay(r: Random): string {
  const hour = hourOf(r, "indigo", "plum", "midnight", "blue");
  const angle = r.range(-58, -22);
  const core = turn(r.pick(["#b79cff", "#9fc0ff", "#ffb8c8", "#ffcf9c"]), r.range(-10, 10));
  const [x, y] = [r.range(260, 420), r.range(110, 170)];
  let dust = "";
  for (let i = 0; i < 90; i++) {
    const u = r.range(-1, 1) * r.range(0.2, 1);
    dust += `M${n(r.range(-330, 330))} ${n(u * 44)}h0`;
  }
  const cloud = (dx: number, dy: number, rx: number, ry: number, tone: string, o: number) =>
    `<ellipse cx="${n(dx)}" cy="${n(dy)}" rx="${n(rx)}" ry="${n(ry)}" fill="${tone}" opacity="${o}"/>`;
  return (
    sky(hour) +
    stars(r, 190, 330, mix(hour.glow, "#fff8ff", 0.7)) +
    `<defs><filter id="f" x="-20%" y="-120%" width="140%" height="340%"><feGaussianBlur stdDeviation="16"/></filter></defs>` +
    `<g transform="translate(${n(x)} ${n(y)}) rotate(${n(angle)})"><g filter="url(#f)">` +
    cloud(0, 0, 400, 46, hour.glow, 0.32) +
    cloud(r.range(-60, 60), 0, 230, 24, core, 0.62) +
    cloud(r.range(-40, 40), -4, 90, 17, "#fff4e6", 0.6) +
    cloud(r.range(-150, -60), 10, 110, 8, hour.sky[0], 0.75) +
    cloud(r.range(40, 140), -6, 90, 7, hour.sky[0], 0.7) +
    `</g><path d="${dust}" stroke="#fff" stroke-width="1.3" stroke-linecap="round" opacity=".75"/></g>` +
    under(curve(hills(r, 305, 22, 1)), landTone(hour, 0.5)) +
    campOrHut(r, hour.deep)
  );
}

/** A dark hill with a lit tent, an observatory, or nothing on it. */
function campOrHut(r: Random, tone: string): string {
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

/** The moon over range behind range. */
export function moonRidge(r: Random): string {
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

/** Dunes under stars. */
export function desertStars(r: Random): string {
  const hour = hourOf(r, "indigo", "plum", "blue", "violet");
  const sand = r.pick(["#8a5a4a", "#6d4a6a", "#97694a", "#4f4a7a"]);
  let land = "";
  for (let i = 0; i < 4; i++) {
    const y = 236 + i * 34;
    const x = r.range(120, 520);
    const top = y - r.range(24, 58);
    const body = mix(landTone(hour, 0.1 + i * 0.22), sand, 0.62 - i * 0.1);
    const line = `M-20 ${n(y + r.range(-8, 18))}Q${n(x * 0.55)} ${n(y + 8)} ${n(x)} ${n(top)}Q${n(x + (W - x) * 0.45)} ${n(y + 6)} ${W + 20} ${n(y + r.range(-14, 10))}`;
    land += under(line, darker(body, 0.18));
    land += `<path d="M-20 ${n(y + 12)}Q${n(x * 0.55)} ${n(y + 8)} ${n(x)} ${n(top)}Q${n(x - 34)} ${n(top + 50)} ${n(x - 70)} ${H}H-20z" fill="${mix(body, hour.glow, 0.24)}"/>`;
  }
  const [mx, my] = [r.range(90, 560), r.range(40, 90)];
  const streak = r.chance(0.5)
    ? `<path d="M${n(mx)} ${n(my)}l${n(r.range(60, 110))} ${n(r.range(22, 46))}" stroke="#fff" stroke-width="2" stroke-linecap="round" opacity=".8"/>`
    : "";
  return (
    sky(hour) +
    stars(r, 210, 260) +
    (r.chance(0.6)
      ? light(r, hour, [r.range(90, 560), r.range(60, 110)], r.range(14, 24))
      : streak) +
    land
  );
}

/** Balloons that drift over morning hills. */
export function balloons(r: Random): string {
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
