import { expect, test } from "vitest";
import { howFar } from "./how-far.ts";

const left = (seconds: number, length: number) =>
  howFar({ code: "1", episode: 0, seconds, length, at: 0 });

test("three seconds are a beginning, and the last twentieth is the end", () => {
  expect([left(2.9, 100), left(3, 100), left(95, 100), left(95.1, 100)]).toEqual([
    "not begun",
    "under way",
    "under way",
    "seen",
  ]);
});

test("a video of unknown length has no end", () => {
  expect(left(5_000, 0)).toBe("under way");
});
