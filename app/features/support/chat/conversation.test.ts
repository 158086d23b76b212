import { expect, test } from "vitest";
import { fingerprintOf, needsTime, timeLabel } from "./conversation.ts";

const message = (content: string, received = true) => ({
  received,
  kind: "text" as const,
  content,
  sentAt: "2025-06-15 08:00:00",
});

test("the fingerprint changes if any message changes", () => {
  const shown = fingerprintOf([message("您好"), message("在吗")]);
  expect(fingerprintOf([message("您好"), message("在吗")])).toBe(shown);
  for (const other of [
    [message("您好")],
    [message("您好"), message("在嘛")],
    [message("您好"), message("在吗", false)],
    [message("在吗"), message("您好")],
  ])
    expect(fingerprintOf(other)).not.toBe(shown);
});

test("a time is shown above the first message and after every pause of more than five minutes", () => {
  const times = ["21:00:00", "21:05:00", "21:10:00", "21:15:01", "", "21:16:00", "21:30:00"];
  const messages = times.map((time) => ({ sentAt: time && `2025-06-15 ${time}` }));
  expect(needsTime(messages)).toEqual([true, false, false, true, false, false, true]);
});

test("times are named relative to today in Shanghai", () => {
  expect(timeLabel("2025-01-01 21:08:09", "2025-01-01")).toBe("今天 21:08");
  expect(timeLabel("2024-12-31 21:08:09", "2025-01-01")).toBe("昨天 21:08");
  expect(timeLabel("2025-01-09 21:08:09", "2025-06-01")).toBe("01-09 21:08");
  expect(timeLabel("2024-11-20 21:08:09", "2025-01-01")).toBe("2024-11-20 21:08");
});
