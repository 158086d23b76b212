import { curve, H, hills, n, type Point, pines, polygon, under, W } from "./brush.ts";
import { darker, lighter, mix } from "./colour.ts";
import { shade } from "./parts.ts";
import type { SceneRandom } from "./random.ts";

/** Trunks in slanting light. */
export function forest(r: SceneRandom): string {
  const [top, low, trunk] = r.pick([
    ["#f1f4c8", "#5d9a72", "#173f33"],
    ["#fdeec4", "#d18a4a", "#4a2413"],
    ["#d8ecec", "#5a93a0", "#143542"],
    ["#f7d9c4", "#b0627a", "#371730"],
    ["#e3ecf8", "#8497c0", "#232c52"],
  ] as const);
  let trunks = "";
  for (const [layer, count] of [13, 9, 4].entries()) {
    let d = "";
    for (let i = 0; i < count; i++) {
      const x = r.range(-10, W);
      const wide = r.range(6, 12) + layer * r.range(5, 11);
      const lean = r.range(-5, 5);
      d += polygon([
        [x + lean, -5],
        [x + wide * 0.8 + lean, -5],
        [x + wide, 345],
        [x - wide * 0.1, 345],
      ]);
      const y = r.range(40, 190);
      const s = r.pick([-1, 1]);
      if (layer < 2)
        d += `M${n(x + wide / 2)} ${n(y + 26)}q${n(s * 18)} -10 ${n(s * 44)} -38q${n(-s * 20)} 22 ${n(-s * 44)} 30z`;
    }
    trunks += `<path d="${d}" fill="${mix(low, trunk, 0.28 + layer * 0.36)}"/>`;
  }
  let shafts = "";
  const from = r.pick([-1, 1]);
  for (let i = 0; i < 5; i++) {
    const x = 320 + from * 120 + i * 60 - 120 + r.range(-20, 20);
    const lean = -from * r.range(150, 230);
    shafts += polygon([
      [x, -5],
      [x + r.range(20, 40), -5],
      [x + 90 + lean, 350],
      [x - 10 + lean, 350],
    ]);
  }
  const ground = hills(r, 322, 12, 1.3);
  return (
    `<defs>${shade("s", [top, [0.55, mix(top, low, 0.5)], low])}${shade("l", [
      [0, "#fffbe0", 0.55],
      [1, "#fffbe0", 0],
    ])}</defs><rect width="${W}" height="${H}" fill="url(#s)"/>` +
    trunks +
    `<path d="${shafts}" fill="url(#l)"/>` +
    under(curve(hills(r, 304, 10, 1.1)), mix(low, trunk, 0.6)) +
    under(curve(ground), darker(trunk, 0.15)) +
    (r.chance(0.5)
      ? `<path d="${pines(r, ground, { count: 9, low: 16, tall: 54 })}" fill="${darker(trunk, 0.15)}"/>`
      : "")
  );
}

const whole = (value: number) => Math.round(value);

/** Stems of bamboo with joints and leaves. */
export function bamboo(r: SceneRandom): string {
  const [top, low, stem] = r.pick([
    ["#eef6cf", "#7fb36a", "#1f5a3a"],
    ["#fdf0cf", "#cfa860", "#4f5a24"],
    ["#dff2ee", "#6cae9f", "#124a4a"],
    ["#1d3a4a", "#0e2434", "#0a1c24"],
    ["#f6dfd2", "#c98f7a", "#4a4a2c"],
  ] as const);
  const dark = top === "#1d3a4a";
  let grove = "";
  for (const [layer, count] of [9, 6, 4].entries()) {
    const tone = dark ? mix("#3f8a7a", stem, layer * 0.38) : mix(low, stem, 0.2 + layer * 0.38);
    let stems = "";
    let joints = "";
    let leaves = "";
    for (let i = 0; i < count; i++) {
      const x = r.range(-5, W);
      const wide = 5 + layer * 5 + r.range(0, 4);
      const lean = r.range(-16, 16);
      stems += `M${n(x)} 365L${n(x + lean)} -5`;
      for (let y = r.range(10, 70); y < 360; y += r.range(58, 76))
        joints += `M${n(x + lean * (1 - y / 360) - wide / 2)} ${n(y)}h${n(wide)}`;
      for (let k = 0; k < 3; k++) {
        const [y, s, long] = [r.range(5, 200), r.pick([-1, 1]), r.range(26, 54)];
        const root = x + lean * (1 - y / 360);
        for (const drop of [0.12, 0.5, 0.85])
          leaves += `M${whole(root)} ${whole(y)}q${whole(s * long * 0.5)} ${whole(long * (drop - 0.28))} ${whole(s * long)} ${whole(long * drop)}q${whole(-s * long * 0.7)} ${whole(-long * (drop - 0.35) * 0.6)} ${whole(-s * long)} ${whole(-long * drop)}z`;
      }
      if (layer === 0) {
        grove += `<path d="${stems}" stroke="${tone}" stroke-width="${n(wide)}"/>`;
      } else {
        grove += `<path d="${stems}" stroke="${tone}" stroke-width="${n(wide)}"/><path d="M${n(x - wide * 0.2)} 365L${n(x + lean - wide * 0.2)} -5" stroke="${lighter(tone, 0.4)}" stroke-width="${n(wide * 0.18)}" opacity=".7"/>`;
      }
      stems = "";
    }
    grove += `<path d="${joints}" stroke="${lighter(tone, 0.35)}" stroke-width="2" opacity=".8"/><path d="${leaves}" fill="${mix(tone, dark ? "#5fb09a" : low, 0.2)}"/>`;
  }
  const moonAt: Point = [r.range(140, 500), r.range(70, 140)];
  const disc = `<circle cx="${n(moonAt[0])}" cy="${n(moonAt[1])}" r="${n(r.range(34, 60))}" fill="${dark ? "#f6f2d8" : "#fffdf0"}" opacity="${dark ? 0.95 : 0.75}"/>`;
  return `<defs>${shade("s", [top, mix(top, low, 0.35), low])}</defs><rect width="${W}" height="${H}" fill="url(#s)"/>${disc}${grove}${under(curve(hills(r, 340, 8, 1.2)), darker(stem, 0.25))}`;
}
