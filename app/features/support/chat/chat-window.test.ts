import { expect, test } from "vitest";
import { pollDelayMs } from "./chat-window.tsx";

test("while the upstream fails, polling slows down to every 30 seconds", () => {
  expect([0, 1, 2, 3, 4, 400].map(pollDelayMs)).toEqual([
    3_000, 6_000, 12_000, 24_000, 30_000, 30_000,
  ]);
});
