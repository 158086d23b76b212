import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const UPSTREAM = join("server", "upstream");

function findUpstreamFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  for (;;) {
    const candidate = join(folder, UPSTREAM);
    if (existsSync(join(candidate, "db", "migrations"))) return candidate;
    const parent = dirname(folder);
    if (parent === folder) throw new Error(`找不到 ${UPSTREAM}：请在完整的项目目录中运行参考上游`);
    folder = parent;
  }
}

const upstreamFolder = findUpstreamFolder();
export const mediaFolder = join(upstreamFolder, "media");
export const migrationsFolder = join(upstreamFolder, "db", "migrations");
export const snapshotsFolder = join(upstreamFolder, "..", "..", "build", "snapshots");
