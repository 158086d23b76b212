import { expect, test } from "vitest";
import { createCounters } from "./counters.ts";
import { countInvitation } from "./limits.ts";

const DAY = 24 * 60 * 60_000;

/** `counted` tells how many of `tries` invitations count. */
function invitations() {
  const clock = { now: 0 };
  const counters = createCounters(() => clock.now);
  const counted = async (
    tries: number,
    inviter: (index: number) => string,
    address: (index: number) => string,
  ) => {
    let count = 0;
    for (let index = 0; index < tries; index += 1) {
      const { waitMs } = await countInvitation(counters, inviter(index), address(index));
      if (waitMs === 0) count += 1;
    }
    return count;
  };
  return { clock, counted };
}
const one = () => "one";
const network = (index: number) => `2001:db8:1:${index.toString(16)}::1`;

test("of an inviter's invitations, three a day count from the same network", async () => {
  const { clock, counted } = invitations();
  expect(await counted(9, one, (index) => `2001:db8:1:2::${index + 1}`)).toBe(3);
  expect(await counted(9, one, () => "203.0.113.9")).toBe(3);
  clock.now += DAY;
  expect(await counted(9, one, () => "203.0.113.9")).toBe(3);
});

test("of all inviters' invitations, ten a day count from the same network", async () => {
  const { counted } = invitations();
  expect(
    await counted(
      30,
      (index) => `inviter ${index}`,
      () => "203.0.113.9",
    ),
  ).toBe(10);
});

test("of an inviter's invitations, twenty a day count in all, also behind a proxy missing from the settings", async () => {
  expect(await invitations().counted(40, one, network)).toBe(20);
  expect(await invitations().counted(40, one, () => "10.0.0.7")).toBe(20);
});
