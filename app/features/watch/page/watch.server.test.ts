import { expect, test } from "vitest";
import { readyDanmu } from "./danmu.server.ts";

const danmu = (time: number, text = "好看", color = "") => ({
  id: String(time),
  time,
  text,
  color,
  placement: "scroll" as const,
});

test("danmu stand in the order of their times; those of no time or no text are left out", () => {
  const all = [danmu(9.5), danmu(2), danmu(-1), danmu(3, "  "), danmu(4)];
  expect(readyDanmu(all).map(({ time }) => time)).toEqual([2, 4, 9.5]);
});

test.each([
  ["#ff8800", "#ff8800"],
  ["#FF8800", "#FF8800"],
  ["red", ""],
  ["#fff", ""],
  ["#ff8800;background:url(//evil)", ""],
])("the colour %s is shown as %j", (color, shown) => {
  expect(readyDanmu([danmu(1, "好看", color)])[0]?.color).toBe(shown);
});

test("a flood of them is cut to what a screen can bear", () => {
  const flood = readyDanmu(Array.from({ length: 5_000 }, (_, time) => danmu(time)));
  expect(flood).toHaveLength(2_000);
  expect([...(readyDanmu([danmu(1, "🌊".repeat(300))])[0]?.text ?? "")]).toHaveLength(100);
});
