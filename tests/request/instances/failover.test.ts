import { spawn } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { upstreamKeys } from "../../../server/upstream/settings.ts";
import { STANDBY_HOST, startPostgres } from "../../setup/postgres.ts";
import { startRedis } from "../../setup/redis.ts";
import { disposable } from "../../support/disposable.ts";
import { folderForTest } from "../../support/folder.ts";
import { printed, startLoad } from "../../support/load/load.ts";
import { startSiteProgram } from "../../support/servers/program.ts";
import { createVisitor } from "../../support/servers/site.ts";
import { settingsFor, startTestUpstream } from "../../support/servers/upstream.ts";
import { createCaller } from "../../support/upstream/device.ts";

/** A database or Redis fails while visitors load pages, and its standby takes over. */

const WRITERS = 8;
const PATIENCE = { timeout: 60_000 };

const keys = upstreamKeys.parse({
  aesKey: `hex:${"0f".repeat(32)}`,
  aesIv: `hex:${"1e".repeat(16)}`,
  securityHeader: "X-Security-Flag: of-the-failover",
  boughtMark: "bought",
});

/** The built upstream with two database servers; it uses the one that accepts writes. */
async function startUpstreamOn(databaseUrl: string, port: number) {
  const both = new URL(databaseUrl);
  both.host = `${both.hostname},${STANDBY_HOST}`;
  both.port = "";
  both.search = "target_session_attrs=primary";
  const child = spawn(process.execPath, ["build/machine/upstream.js"], {
    env: {
      PATH: process.env.PATH ?? "",
      NODE_ENV: "production",
      DATA_DIR: await folderForTest(),
      DATABASE_URL: both.href,
      // the port of both hosts
      PGPORT: String(port),
      UPSTREAM_AES_KEY: keys.aesKey,
      UPSTREAM_AES_IV: keys.aesIv,
      UPSTREAM_SECURITY_HEADER: keys.securityHeader,
    },
    stdio: ["ignore", "pipe", "ignore"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let said = "";
  child.stdout.on("data", (chunk: Buffer) => {
    said += chunk;
  });
  const url = await vi.waitUntil(() => /UPSTREAM_URL=(\S+)\n/.exec(said)?.[1], PATIENCE);
  return { url, settings: keys };
}

test("when a standby takes over, it has every acknowledged write; meanwhile pages are served, and writes wait", async () => {
  const postgres = await startPostgres();
  onTestFinished(() => postgres.stop());
  const database = await postgres.newDatabase();
  const upstream = await startUpstreamOn(database, postgres.port);
  const standby = await postgres.startStandby();
  onTestFinished(() => standby.stop());
  await using site = await startSiteProgram(settingsFor(upstream));
  const call = createCaller(upstream);
  const uuid = "writing-through-a-failover";
  const { token } = (
    await call<{ token: string }>("/renren-api/api/auto-register", { deviceType: 0, uuid })
  ).data;

  const acknowledged: string[] = [];
  let waited = 0;
  let ended = false;
  const write = async (writer: number) => {
    for (let number = 0; !ended; number += 1) {
      const content = `${writer}-${number}`;
      const began = performance.now();
      const answer = await call("/renren-api/api/chatim/send", { content }, { token }).catch(
        () => undefined,
      );
      if (answer?.code === 0) acknowledged.push(content);
      waited = Math.max(waited, performance.now() - began);
    }
  };
  const visitors = Array.from({ length: 4 }, () => createVisitor(fetch, site.url));
  for (const path of ["/", "/category"]) await visitors[0]?.read(path);
  const load = startLoad(visitors, ["/", "/category"]);
  const writing = Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
  await vi.waitUntil(() => acknowledged.length > 100, PATIENCE);
  await postgres.kill();
  const [atLoss, pagesAtLoss] = [acknowledged.length, load.done()];
  await vi.waitUntil(() => load.done() > pagesAtLoss + 100, PATIENCE);
  await standby.promote();
  await vi.waitUntil(() => acknowledged.length > atLoss + 100, PATIENCE);
  ended = true;
  await writing;
  const pages = await load.end();

  const list = await call<{ message: string }[]>(
    "/renren-api/api/chatim/list",
    {},
    { token, method: "GET" },
  );
  const found = new Set(list.data.map(({ message }) => message));
  const lost = acknowledged.filter((content) => !found.has(content));
  printed("a database server failed", pages);
  console.log(
    `${acknowledged.length} acknowledged writes, ${atLoss} of them before; ${lost.length} lost; the longest took ${Math.round(waited)} ms`,
  );
  expect(lost).toEqual([]);
  expect(pages.failures).toEqual([]);
}, 300_000);

/** An address that always leads to the primary, like a service name or a virtual IP address. */
async function startAddress(first: number) {
  let target = first;
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    const there = connect(target, "127.0.0.1");
    socket.pipe(there).pipe(socket);
    for (const [one, other] of [
      [socket, there],
      [there, socket],
    ] as const) {
      open.add(one);
      one.on("error", () => other.destroy());
      one.on("close", () => open.delete(one) && other.destroy());
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return disposable({
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    follow(next: number) {
      target = next;
      for (const socket of open) socket.destroy();
    },
    async stop() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, "close");
    },
  });
}

test("when Redis fails, pages are served, and its replica at the same address knows who has reached a limit", async () => {
  await using upstream = await startTestUpstream();
  await using primary = await startRedis();
  await using replica = await startRedis();
  await replica.command("REPLICAOF", "127.0.0.1", String(primary.port));
  const replication = (redis: typeof primary) => redis.command("INFO", "replication");
  await expect.poll(() => replication(replica), PATIENCE).toContain("master_link_status:up");
  await using address = await startAddress(primary.port);
  await using site = await startSiteProgram({ ...settingsFor(upstream), CACHE_URL: address.url });
  const said = (what: string) => site.output.out.split(what).length - 1;
  await expect.poll(() => said("connected to the shared store"), PATIENCE).toBe(1);
  const visitor = createVisitor(fetch, site.url);
  await visitor.read("/");
  const send = async () => {
    const headers = { accept: "text/html" };
    const body = new URLSearchParams({ text: "一条反馈意见" });
    const init = { method: "POST", redirect: "manual", body, headers } as const;
    return (await visitor.request("/feed", init)).status;
  };
  const takenUntilRefused = async () => {
    for (let taken = 0; ; taken += 1) if ((await send()) === 429) return taken;
  };
  expect(await takenUntilRefused()).toBeGreaterThanOrEqual(15);
  const offsets = async () => {
    const both = await Promise.all([primary, replica].map(replication));
    return both.map((text) => /master_repl_offset:(\d+)/.exec(text)?.[1]);
  };
  await expect.poll(async () => new Set(await offsets()).size, PATIENCE).toBe(1);

  const load = startLoad([createVisitor(fetch, site.url)], ["/", "/category"]);
  await primary.kill();
  await expect.poll(() => said("the shared store is unavailable"), PATIENCE).toBe(1);
  const atLoss = load.done();
  await expect.poll(load.done, PATIENCE).toBeGreaterThan(atLoss + 50);
  // the instance's own counter starts at 0
  expect(await send()).toBe(303);
  await replica.command("REPLICAOF", "NO", "ONE");
  address.follow(replica.port);
  await expect.poll(() => said("connected to the shared store"), PATIENCE).toBe(2);
  // the instance itself counts events for which Redis answers too late
  expect(await takenUntilRefused()).toBeLessThan(5);
  expect((await load.end()).failures).toEqual([]);
}, 300_000);
