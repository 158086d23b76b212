import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import postgresClient from "postgres";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { copyFolder, snapshotPath } from "../../../server/upstream/db/snapshot.ts";
import { startUpstream } from "../../../server/upstream/start.ts";
import { type PostgresServer, startPostgres } from "../../setup/postgres.ts";
import { folderForTest } from "../../support/folder.ts";
import { registerDevice } from "../../support/upstream/device.ts";
import { dataFolder, findData, formatOf } from "../../support/upstream/kept-data.ts";

/** This version opens the stores of earlier versions, on both databases. */

const firstLine = z.object({
  pglite: z.object({ control: z.number(), catalogue: z.number() }),
  found: z.looseObject({ code: z.string() }),
});
const versions = readdirSync(dataFolder).map((file) => {
  const sql = readFileSync(join(dataFolder, file), "utf8");
  const [said = ""] = sql.split("\n");
  return { version: file.replace(".sql", ""), sql, ...firstLine.parse(JSON.parse(said.slice(3))) };
});

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres();
}, 300_000);
afterAll(() => postgres.stop());

/** Starts this version's upstream on that store, finds the old data and adds new data. */
async function opens(store: Parameters<typeof startUpstream>[0], found: object) {
  const upstream = await startUpstream(store);
  onTestFinished(() => upstream.stop());
  expect(await findData(upstream)).toEqual(found);
  const newcomer = await registerDevice(upstream, "device-of-this-version");
  const answer = await newcomer.send("/renren-api/api/chatim/send", { content: "你好" });
  expect(answer.code).toBe(0);
}

describe.each(versions)("data of $version", ({ sql, found, pglite }) => {
  test("is complete on PostgreSQL", async () => {
    const databaseUrl = await postgres.newDatabase();
    const client = postgresClient(databaseUrl, { max: 1, onnotice: () => undefined });
    await client.unsafe(sql);
    await client.end();
    await opens({ databaseUrl }, found);
  });

  test("is complete on PGlite, whose file format is unchanged", async () => {
    const dataDir = await folderForTest();
    const folder = join(dataDir, "upstream/db");
    await copyFolder(await snapshotPath(), folder);
    const store = await PGlite.create({ dataDir: folder });
    await store.exec(`drop schema public, drizzle cascade; create schema public; ${sql}`);
    await store.close();
    expect(formatOf(folder)).toEqual(pglite);
    await opens({ dataDir }, found);
  });
});

test("this version's data is stored for the next version (npm run release:data)", () => {
  const { version } = JSON.parse(readFileSync("package.json", "utf8"));
  expect(versions.map((one) => one.version)).toContain(version);
});
