import { expect, test } from "vitest";
import { resumePosition } from "./use-source.ts";

const left = (seconds: number, length = 100) => [
  { code: "1", episode: 2, seconds, length, at: 0 },
  { code: "2", episode: 0, seconds: 50, length: 100, at: 0 },
];

test("a video resumes at the episode and second where the viewer left it", () => {
  expect(resumePosition(left(40), "1")).toEqual({ episode: 2, seconds: 40, finished: false });
  expect(resumePosition(left(40), "2")).toEqual({ episode: 0, seconds: 50, finished: false });
});

test("a video that was barely started or nearly finished starts from the beginning", () => {
  expect(resumePosition(left(2.9), "1")?.seconds).toBe(0);
  expect(resumePosition(left(3), "1")?.seconds).toBe(3);
  expect(resumePosition(left(95), "1")?.seconds).toBe(95);
  expect(resumePosition(left(95.1), "1")).toEqual({ episode: 2, seconds: 0, finished: true });
});

test("a video of unknown length resumes at any second where the viewer left it", () => {
  expect(resumePosition(left(5_000, 0), "1")?.seconds).toBe(5_000);
});

test("a video that was never watched has no resume position", () => {
  expect(resumePosition(left(40), "3")).toBeUndefined();
});
