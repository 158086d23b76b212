import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { upstreamKeys } from "../../../server/upstream/settings.ts";
import { folderForTest } from "../../support/folder.ts";
import { createCaller } from "../../support/upstream/device.ts";

/** The built upstream in a separate process, which is killed repeatedly. */

/** Set KILLS to try more often. */
const KILLS = Number(process.env.KILLS ?? 5);
const WRITERS = 8;

/** Runs until the end of the test at the latest. */
function spawnUpstream(dataDir: string): ChildProcess {
  const child = spawn(process.execPath, ["build/machine/upstream.js"], {
    env: { PATH: process.env.PATH ?? "", NODE_ENV: "production", DATA_DIR: dataDir },
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => kill({ child }));
  return child;
}

const until = (fact: () => boolean | Promise<boolean>) =>
  vi.waitUntil(fact, { timeout: 100_000, interval: 5 });

async function start(dataDir: string) {
  const started = performance.now();
  const child = spawnUpstream(dataDir);
  let printed = "";
  child.stdout?.on("data", (chunk: Buffer) => {
    printed += chunk;
  });
  await until(() => {
    if (child.exitCode !== null) throw new Error(`the upstream ended with ${child.exitCode}`);
    return printed.includes("UPSTREAM_BOUGHT_MARK=");
  });
  const milliseconds = performance.now() - started;
  const url = /UPSTREAM_URL=(\S+)/.exec(printed)?.[1] ?? "";
  const settings = upstreamKeys.parse(
    JSON.parse(await readFile(join(dataDir, "upstream", "keys.json"), "utf8")),
  );
  return { call: createCaller({ url, settings }), child, milliseconds };
}
type Running = Awaited<ReturnType<typeof start>>;

async function kill({ child }: { child: ChildProcess }) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, "exit");
  child.kill("SIGKILL");
  await exit;
}

const register = async ({ call }: Running, uuid: string) =>
  (await call<{ token: string }>("/renren-api/api/auto-register", { deviceType: 0, uuid })).data
    .token;

/** Writes until the upstream is killed, and records what it acknowledged. */
async function writeUntilKilled(
  { call }: Running,
  token: string,
  writer: number,
  acknowledged: string[],
) {
  for (let number = 0; ; number += 1) {
    const content = `${writer}-${number}`;
    const answer = await call("/renren-api/api/chatim/send", { content }, { token }).catch(
      () => undefined,
    );
    if (!answer) return;
    expect(answer).toMatchObject({ code: 0 });
    acknowledged.push(content);
  }
}

async function keptMessages({ call }: Running, token: string) {
  const path = "/renren-api/api/chatim/list";
  const { data } = await call<{ message: string }[]>(path, {}, { token, method: "GET" });
  return new Set(data.map(({ message }) => message));
}

test(`no acknowledged write is lost over ${KILLS} kills under load, and the store always opens again`, async () => {
  const dataDir = await folderForTest();
  const rounds: { token: string; acknowledged: string[] }[] = [];
  const starts: number[] = [];
  const lost: string[] = [];
  let upstream = await start(dataDir);
  for (let round = 0; round < KILLS; round += 1) {
    const token = await register(upstream, `writing-device-${round}`);
    const acknowledged: string[] = [];
    const running = upstream;
    const writing = Promise.all(
      Array.from({ length: WRITERS }, (_, writer) =>
        writeUntilKilled(running, token, writer, acknowledged),
      ),
    );
    // a crash may happen at any moment
    const last = 2 + Math.random() * 80;
    await until(() => acknowledged.length >= last);
    await kill(upstream);
    await writing;
    rounds.push({ token, acknowledged });

    upstream = await start(dataDir);
    starts.push(upstream.milliseconds);
    const kept = await keptMessages(upstream, token);
    lost.push(...acknowledged.filter((content) => !kept.has(content)));
  }
  for (const { token, acknowledged } of rounds) {
    const kept = await keptMessages(upstream, token);
    lost.push(...acknowledged.filter((content) => !kept.has(content)));
  }
  await kill(upstream);
  const written = rounds.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0);
  const slowest = Math.round(Math.max(...starts));
  console.log(
    `${KILLS} kills: ${written} acknowledged writes, ${lost.length} lost; slowest start after a kill ${slowest} ms`,
  );
  expect(lost).toEqual([]);
  expect(written).toBeGreaterThan(KILLS);
}, 300_000);

test("a first start killed at any moment leaves a folder that opens", async () => {
  const dataDir = await folderForTest();
  const database = join(dataDir, "upstream", "db");
  const files = (path: string) => readdir(path, { recursive: true }).catch(() => []);
  const copied = async (least: number) =>
    existsSync(database) || (await files(`${database}.new`)).length >= least;
  const moments = [
    async () => (await files(dataDir)).length > 0,
    () => existsSync(join(dataDir, "upstream", "keys.json")),
    () => copied(1),
    () => copied(100),
    () => copied(500),
    () => existsSync(database),
  ];
  for (const moment of moments) {
    const child = spawnUpstream(dataDir);
    await until(moment);
    await kill({ child });
  }
  await kill(await start(dataDir));
  const upstream = await start(dataDir);
  expect(await register(upstream, "first-device")).toMatch(/./);
  await kill(upstream);
});
