import { expect, test } from "vitest";
import { createSingleFlight } from "./single-flight.ts";

test("calls at the same time share one, also its failure; a later one starts anew", async () => {
  const once = createSingleFlight<number>();
  let calls = 0;
  const call = async () => {
    calls += 1;
    await new Promise((resolve) => setTimeout(resolve, 5));
    if (calls === 1) throw new Error("down");
    return calls;
  };
  const first = await Promise.allSettled([once("a", call), once("a", call)]);
  expect(first.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await Promise.all([once("a", call), once("a", call)])).toEqual([2, 2]);
  expect(await once("b", call)).toBe(3);
});
