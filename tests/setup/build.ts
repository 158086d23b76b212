import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureBuild } from "../../server/bundle/build.js";

/** Request tests run against the real build; against the one that is there where its sources are changed on purpose. */
export default async () => {
  if (!process.env.KEEP_BUILD) await ensureBuild();
  // what a worker keeps until it ends it cannot remove itself
  const folder = mkdtempSync(join(tmpdir(), "chengying-files-"));
  // as the usual one: PostgreSQL, for instance, runs as another user
  chmodSync(folder, 0o1777);
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true });
};
