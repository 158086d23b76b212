import { afterAll, beforeAll } from "vitest";
import { startSite } from "./site.ts";
import { startTestUpstream } from "./upstream.ts";

interface Running {
  upstream: Awaited<ReturnType<typeof startTestUpstream>>;
  site: Awaited<ReturnType<typeof startSite>>;
}

/** A site in front of a reference upstream of its own, for the tests of one file. */
export function siteForThisFile(options: Parameters<typeof startSite>[1] = {}): Running {
  const running = {} as Running;
  beforeAll(async () => {
    running.upstream = await startTestUpstream();
    running.site = await startSite(running.upstream.forSite, options);
  });
  afterAll(async () => {
    await running.site.stop();
    await running.upstream.stop();
  });
  return running;
}
