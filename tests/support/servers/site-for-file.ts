import { afterAll, beforeAll } from "vitest";
import { startSite } from "./site.ts";
import { startTestUpstream } from "./upstream.ts";

type Upstream = Awaited<ReturnType<typeof startTestUpstream>>;
interface Running {
  upstream: Upstream;
  site: Awaited<ReturnType<typeof startSite>>;
}

/** Shared by this worker's files until the worker ends, because opening a store takes a second. */
let shared: Promise<Upstream> | undefined;
function openShared() {
  shared ??= startTestUpstream();
  return shared;
}

/** The worker's reference upstream, for tests of one file that need no site. */
export function upstreamForThisFile() {
  const running = {} as Pick<Running, "upstream">;
  beforeAll(async () => {
    running.upstream = await openShared();
  });
  return running;
}

/**
 * A site for the tests of one file, in front of the worker's reference upstream. Files do not share members, because each
 * visitor is a new device.
 *
 * @param ownUpstream for a file that permanently changes what all visitors see
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
