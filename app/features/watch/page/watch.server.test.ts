import { expect, test } from "vitest";
import { cleanDanmaku } from "../watch.server.ts";

const danmaku = (time: number, text = "好看", color = "") => ({
  id: String(time),
  time,
  text,
  color,
  placement: "scroll" as const,
});

test("danmaku are sorted by time, and those without a time or text are dropped", () => {
  const all = [danmaku(9.5), danmaku(2), danmaku(-1), danmaku(3, "  "), danmaku(4)];
  expect(cleanDanmaku(all).map(({ time }) => time)).toEqual([2, 4, 9.5]);
});

test.each([
  ["#ff8800", "#ff8800"],
  ["#FF8800", "#FF8800"],
  ["red", ""],
  ["#fff", ""],
  ["#ff8800;background:url(//evil)", ""],
])("the colour %s is shown as %j", (color, shown) => {
  expect(cleanDanmaku([danmaku(1, "好看", color)])[0]?.color).toBe(shown);
});

test("at most 2,000 danmaku of 100 characters are kept", () => {
  const flood = cleanDanmaku(Array.from({ length: 5_000 }, (_, time) => danmaku(time)));
  expect(flood).toHaveLength(2_000);
  expect([...(cleanDanmaku([danmaku(1, "🌊".repeat(300))])[0]?.text ?? "")]).toHaveLength(100);
});
