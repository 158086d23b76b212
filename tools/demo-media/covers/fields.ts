import { broken, crags, curve, heightAt, hills, n, type Point, under, W } from "./brush.ts";
import { darker, lighter, mix } from "./colour.ts";
import { hourOf, landTone } from "./hours.ts";
import { birds, lamp, sky, streaks } from "./parts.ts";
import type { SceneRandom } from "./random.ts";

/** Terraced fields in bands, wet ones with the sky in them. */
export function terraces(r: SceneRandom): string {
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

/** A flowering meadow under wide hills. */
export function meadow(r: SceneRandom): string {
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
