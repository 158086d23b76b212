import { afterAll, beforeAll } from "vitest";
import { startSite } from "./site.ts";
import { startTestUpstream } from "./upstream.ts";

type Upstream = Awaited<ReturnType<typeof startTestUpstream>>;
interface Running {
  upstream: Upstream;
  site: Awaited<ReturnType<typeof startSite>>;
}

/** Of this worker, until it ends: to open a store costs a second. */
let shared: Promise<Upstream> | undefined;
function openShared() {
  shared ??= startTestUpstream();
  return shared;
}

/**
 * A site for the tests of one file. Its reference upstream is the worker's: files tell their members apart by devices.
 *
 * @param ownUpstream for a file that changes for good what all visitors are shown
 */
export function siteForThisFile({
  ownUpstream = false,
  ...options
}: Parameters<typeof startSite>[1] & { ownUpstream?: boolean } = {}): Running {
  const running = {} as Running;
  beforeAll(async () => {
    running.upstream = await (ownUpstream ? startTestUpstream() : openShared());
    running.site = await startSite(running.upstream.forSite, options);
  });
  afterAll(async () => {
    await running.site.stop();
    if (ownUpstream) await running.upstream.stop();
  });
  return running;
}
