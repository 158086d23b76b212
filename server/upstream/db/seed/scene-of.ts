import type { SceneName } from "../../media/covers.ts";

/** What a title speaks of is what its cover shows. */
const spokenOf: [RegExp, SceneName][] = [
  [/沙丘|沙的|戈壁/, "dunes"],
  [/极光/, "aurora"],
  [/云海/, "cloud-sea"],
  [/灯塔/, "lighthouse"],
  [/雪峰|雪线/, "snow-peak"],
  [/银河/, "milky-way"],
  [/梯田/, "terraces"],
  [/竹/, "bamboo"],
  [/落日|夜潮/, "sea-sunset"],
  [/霓虹|雨夜/, "rain-lights"],
  [/深蓝|珊瑚/, "deep-sea"],
];

/** @param otherwise for titles that speak of nothing that can be drawn */
export const sceneOf = (title: string, otherwise: SceneName): SceneName =>
  spokenOf.find(([words]) => words.test(title))?.[1] ?? otherwise;
