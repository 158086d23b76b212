import { expect, test } from "vitest";
import { underLoad } from "../../support/load/loaded-site.ts";

test("sixty visitors who browse and post see no error, and shared data is fetched once", async () => {
  const { requests, posts, failures, mostCalls, sharedCalls } = await underLoad(60, 15);
  expect(failures).toEqual([]);
  expect(requests).toBeGreaterThan(300);
  expect(posts).toBeGreaterThan(30);
  expect(sharedCalls).toBeGreaterThan(5);
  expect(mostCalls).toBe(1);
});
