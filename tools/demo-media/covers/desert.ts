import { curve, H, hills, n, type Point, stars, under, W } from "./brush.ts";
import { darker, lighter, mix } from "./colour.ts";
import { hourOf, landTone } from "./hours.ts";
import { lamp, light, sky } from "./parts.ts";
import type { SceneRandom } from "./random.ts";

/** Sand by day: bright slopes and shaded ones. */
export function dunes(r: SceneRandom): string {
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

/** Dunes under stars. */
export function desertStars(r: SceneRandom): string {
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
