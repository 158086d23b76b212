import { startPayFront } from "../support/pay-front.ts";
import { startTestUpstream } from "../support/upstream.ts";
import { test as knownTest } from "./known-upstream.ts";

type Upstream = Awaited<ReturnType<typeof startTestUpstream>>;
type Front = Awaited<ReturnType<typeof startPayFront>>;

/** Browser tests in front of an upstream whose answers to payments can be changed. */
export const test = knownTest.extend<object, { front: Front & { upstream: Upstream } }>({
  front: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
    async ({}, use) => {
      const upstream = await startTestUpstream();
      const front = await startPayFront(upstream.url);
      await use({ ...front, upstream });
      await front.stop();
      await upstream.stop();
    },
    { scope: "worker", timeout: 60_000 },
  ],
  upstream: [
    async ({ front }, use) => use({ ...front.upstream, url: front.url }),
    { scope: "worker", timeout: 60_000 },
  ],
});
export { expect } from "./known-upstream.ts";
