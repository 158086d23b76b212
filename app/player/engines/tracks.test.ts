import { expect, test } from "vitest";
import { findChosen } from "./tracks.ts";

const list = [
  { id: 0, name: "中文", language: "zh" },
  { id: 1, name: "English", language: "en" },
  { id: 2, name: "English (SDH)", language: "en" },
  { id: 3, name: "第4条", language: "" },
];

test.each([
  ["the same track", "en|English (SDH)", 2],
  ["another video's track of the same language", "en|英语", 1],
  ["a track without a language, by its name", "|第4条", 3],
  ["none of a language that there is not", "fr|Français", -1],
  ["none of those without a language, for another name", "|Music", -1],
  ["none, when none was wanted", "off", -1],
  ["none before a choice", "", -1],
])("found is %s", (_what, choice, index) => {
  expect(findChosen(list, choice)).toBe(index);
});
