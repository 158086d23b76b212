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
  ["none of a missing language", "fr|Français", -1],
  ["none without a language under another name", "|Music", -1],
  ["none when tracks are off", "off", -1],
  ["none before a choice", "", -1],
])("finds %s", (_what, choice, index) => {
  expect(findChosen(list, choice)).toBe(index);
});
