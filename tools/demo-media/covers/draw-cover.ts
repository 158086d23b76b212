import type { SceneName } from "../../../server/upstream/media/covers.ts";
import { n } from "./brush.ts";
import { balloons, cloudSea } from "./clouds.ts";
import { iceberg, lighthouse } from "./coast.ts";
import { darker, lighter, mix, turn } from "./colour.ts";
import { desertStars, dunes } from "./desert.ts";
import { meadow, terraces } from "./fields.ts";
import { aurora, milkyWay } from "./night.ts";
import { mist, moonRidge, snowPeak } from "./peaks.ts";
import { type SceneRandom, seeded } from "./random.ts";
import { deepSea, seaSunset } from "./sea.ts";
import { discs, rainLights, waves } from "./shapes.ts";
import { bridge, cityNight } from "./town.ts";
import { lake, riverValley } from "./waters.ts";
import { bamboo, forest } from "./wood.ts";

const drawings = {
  "sea-sunset": seaSunset,
  aurora,
  dunes,
  "cloud-sea": cloudSea,
  "city-night": cityNight,
  "milky-way": milkyWay,
  lighthouse,
  "deep-sea": deepSea,
  terraces,
  mist,
  "snow-peak": snowPeak,
  "rain-lights": rainLights,
  forest,
  lake,
  "moon-ridge": moonRidge,
  discs,
  waves,
  "desert-stars": desertStars,
  bamboo,
  "river-valley": riverValley,
  balloons,
  meadow,
  bridge,
  iceberg,
} satisfies Record<SceneName, (random: SceneRandom) => string>;

/**
 * Draws a cover of 16:9. The same scene and seed always give the same picture; another seed gives
 * another hour, palette and layout. It is an image file's content: its ids are not for inlining.
 */
export function drawCover(scene: SceneName, seed: number): string {
  const random = seeded(scene, seed);
  const picture = drawings[scene](random);
  const turned = random.chance(0.5)
    ? `<g transform="matrix(-1 0 0 1 640 0)">${picture}</g>`
    : picture;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 360" preserveAspectRatio="xMidYMid slice">${turned}</svg>`;
}

/** Draws a square portrait without a person: a lamp and two hills in two colours. */
export function drawAvatar(seed: number): string {
  const random = seeded("avatar", seed);
  const ground = turn(
    random.pick([
      "#ffb066",
      "#f2a0a0",
      "#8fc4c0",
      "#a8b4e8",
      "#c8b0e0",
      "#b8cf8a",
      "#f0cf7a",
      "#8fb8e0",
    ]),
    random.range(-14, 14),
  );
  const deep = mix(turn(ground, random.pick([-40, 0, 40, 160])), "#3a1f2c", 0.5);
  const [x, y, r] = [random.range(50, 110), random.range(46, 74), random.range(20, 32)];
  const hill = (from: number, to: number, tone: string) =>
    `<path d="M0 ${n(from)}Q${n(random.range(30, 70))} ${n(from - random.range(10, 40))} 90 ${n((from + to) / 2)}T160 ${n(to)}V160H0z" fill="${tone}"/>`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 160"><rect width="160" height="160" fill="${ground}"/>` +
    `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r * 1.7)}" fill="${lighter(ground, 0.5)}" opacity=".5"/><circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${lighter(ground, 0.85)}"/>` +
    hill(random.range(84, 104), random.range(76, 110), mix(ground, deep, 0.55)) +
    hill(random.range(116, 130), random.range(108, 136), darker(deep, 0.15)) +
    `</svg>`
  );
}
