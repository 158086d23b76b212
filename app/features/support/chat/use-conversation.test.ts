import { expect, test } from "vitest";
import { pollDelayMs } from "./use-conversation.ts";

test("an upstream in trouble is asked less and less often, but at least every half minute", () => {
  expect([0, 1, 2, 3, 4, 400].map(pollDelayMs)).toEqual([
    3_000, 6_000, 12_000, 24_000, 30_000, 30_000,
  ]);
});
