import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { openStore } from "../../../server/upstream/db/open-store.ts";
import { videos } from "../../../server/upstream/db/schema.ts";
import { startUpstream } from "../../../server/upstream/start.ts";
import { type PostgresServer, startPostgres } from "../../setup/postgres.ts";
import { ledgerFacts } from "../../support/upstream/ledger-facts.ts";

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres();
}, 300_000);
afterAll(() => postgres.stop());

describe("on PostgreSQL", () => {
  ledgerFacts(async () => startUpstream({ databaseUrl: await postgres.newDatabase() }));

  test("five upstreams that start at the same time with one new database seed it once", async () => {
    const databaseUrl = await postgres.newDatabase();
    const started = await Promise.all(
      Array.from({ length: 5 }, () => startUpstream({ databaseUrl })),
    );
    onTestFinished(async () => void (await Promise.all(started.map(({ stop }) => stop()))));
    const counts = await Promise.all(started.map(({ db }) => db.$count(videos)));
    expect(new Set(counts).size).toBe(1);
  });

  test("a missing server, or a wrong password, stops the start with one line without the password", async () => {
    const url = new URL(await postgres.newDatabase());
    const { password } = url;
    url.password = "another";
    for (const address of [url.href, "postgres://someone:another@127.0.0.1:1/nothing"]) {
      const failure = await openStore(address).catch((error: Error) => error.message);
      expect(failure).toMatch(/^DATABASE_URL 无法连接（\w+）：[^\n]*$/);
      expect(failure).not.toMatch(new RegExp(`another|${password}`));
    }
  });
});
