import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { notInArray } from "drizzle-orm";
import { videos } from "../../../server/upstream/db/schema.ts";
import { startUpstream } from "../../../server/upstream/start.ts";
import { startPostgres } from "../../setup/postgres.ts";
import { temporaryFolder } from "../servers/program.ts";
import { dataFolder, findData, formatOf, KEPT_VIDEOS, leaveData } from "./kept-data.ts";

/** `npm run release:data`: dumps this version's store as SQL, after a line that describes its contents. */

const { version } = JSON.parse(readFileSync("package.json", "utf8"));
await using folder = await temporaryFolder();
await (await startUpstream({ dataDir: folder.path })).stop();
const pglite = formatOf(join(folder.path, "upstream/db"));

const postgres = await startPostgres();
try {
  const databaseUrl = await postgres.newDatabase();
  const upstream = await startUpstream({ databaseUrl });
  await leaveData(upstream);
  const found = await findData(upstream);
  await upstream.db.delete(videos).where(notInArray(videos.code, KEPT_VIDEOS));
  await upstream.stop();
  const how = ["--inserts", "--rows-per-insert=50", "--no-owner", "--no-privileges"];
  const dump = execFileSync("pg_dump", [...how, databaseUrl], { encoding: "utf8" });
  // without psql's own commands, and comments
  const sql = dump.replace(/^(--|\\).*\n|^\n/gm, "");
  writeFileSync(
    join(dataFolder, `${version}.sql`),
    `-- ${JSON.stringify({ pglite, found })}\n${sql}`,
  );
} finally {
  await postgres.stop();
}
