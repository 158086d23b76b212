import { appendFileSync, cpSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createSealer } from "../../../server/secrets/seal.ts";
import { openSession } from "../../../server/session/session.ts";
import { startRedis } from "../../setup/redis.ts";
import { codeOf } from "../../support/members/accounts.ts";
import { startSiteProgram, temporaryFolder } from "../../support/servers/program.ts";
import { startRecordingUpstream } from "../../support/servers/recording-upstream.ts";
import { createVisitor } from "../../support/servers/site.ts";
import { settingsFor, startTestUpstream } from "../../support/servers/upstream.ts";

/** During a rolling restart, an older and a newer build share visitors, upstream and Redis. */

const SEARCH = "/app-api/cartoon/listPagingBySearch";
const REGISTER = "/renren-api/api/auto-register";

/** Made by `createSealer` and `openSession` of version 1.0.0. */
const SEALED_BY_1_0_0 =
  "fgjq2-39ZDoC7vn58l9o1hYJCc8zVUkn9MWDksfyUBz2tk0ulym6vmLk1kPhaTGNwtK3QxXyWaxTilLBA8fZx02MJvl-6Fwzij9gP1Fx9WE1TpjScMRUVk2wpeM1xM2uq_XQ-0Ffuacwv8d8TQjtUxVNCiRKXWVD4M0_ENFcJ0EoOG4Jd_U4dr8TJBkZSaPTNcegKSggEA2sjGgp2NH4uZ-0bUslloXKt-Wv3prfX25exwsAe92OxYUsvdPtHx4qDvucvPBqi0u8cegLjZVDc0NB";

const started: { stop(): Promise<unknown> }[] = [];
function kept<Started extends { stop(): Promise<unknown> }>(one: Started): Started {
  started.unshift(one);
  return one;
}
const running = {} as {
  front: Awaited<ReturnType<typeof startRecordingUpstream>>;
  older: Awaited<ReturnType<typeof startSiteProgram>>;
  newer: Awaited<ReturnType<typeof startSiteProgram>>;
};

/** This build with a changed program, like the next version. */
function makeOtherBuild(folder: string) {
  for (const part of ["package.json", "node_modules", "server"])
    symlinkSync(resolve(part), join(folder, part));
  mkdirSync(join(folder, "build"));
  for (const part of ["client", "server", "snapshots"])
    symlinkSync(resolve("build", part), join(folder, "build", part));
  const machine = join(folder, "build/machine");
  cpSync("build/machine", machine, { recursive: true });
  for (const file of readdirSync(machine).filter((name) => name.endsWith(".js")))
    appendFileSync(join(machine, file), "// the next version\n");
}

beforeAll(async () => {
  const upstream = kept(await startTestUpstream());
  running.front = kept(await startRecordingUpstream(upstream.url));
  const redis = kept(await startRedis());
  const folder = kept(await temporaryFolder());
  makeOtherBuild(folder.path);
  const settings = {
    ...settingsFor(upstream),
    UPSTREAM_URL: running.front.url,
    CACHE_URL: redis.url,
  };
  const start = async (cwd?: string) => {
    const site = kept(await startSiteProgram(settings, "npm start", cwd));
    await vi.waitUntil(() => site.output.out.includes("connected to the shared store"), 30_000);
    return site;
  };
  running.older = await start();
  running.newer = await start(folder.path);
});
afterAll(async () => {
  for (const one of started) await one.stop();
});

/** One visitor whose requests a proxy sends to both instances. */
function wanderer() {
  const [older, newer] = [running.older, running.newer].map(({ url }) => createVisitor(fetch, url));
  if (!older || !newer) throw new Error("two instances are needed");
  const share = (from: typeof older, to: typeof older) => {
    for (const [name, value] of from.cookies) to.cookies.set(name, value);
  };
  return { older, newer, goOver: () => share(older, newer), goBack: () => share(newer, older) };
}

test("a build does not read answers that another build has stored, whose schemas may differ", async () => {
  const { older, newer } = wanderer();
  const before = running.front.count(SEARCH);
  const address = `/sreinfo?searchStr=${encodeURIComponent("极光")}`;
  for (const visitor of [older, newer, older, newer])
    expect(await visitor.read(address)).toContain("/videoinfo?id=");
  expect(running.front.count(SEARCH) - before).toBe(2);
});

test("sessions and sealed addresses of one build work in the other, in both directions", async () => {
  const { older, newer, goOver, goBack } = wanderer();
  const home = await older.read("/");
  const code = await codeOf(older);
  goOver();
  expect(await codeOf(newer)).toBe(code);
  const picture = /\/image\/[\w.-]+/.exec(home)?.[0] ?? "";
  expect((await newer.request(`${picture}?w=180`)).status).toBe(200);
  const playlist = await newer.request("/stream/100301/0/0/index.m3u8");
  const [variant = ""] = /\/stream\/\S+m3u8/.exec(await playlist.text()) ?? [];
  expect((await older.request(variant)).status).toBe(200);
  goBack();
  expect(await codeOf(older)).toBe(code);
});

test("a new device that reaches both builds at once is one guest, and rate limits apply to both together", async () => {
  const { older, newer, goOver } = wanderer();
  await older.read("/");
  goOver();
  const before = running.front.count(REGISTER);
  const codes = await Promise.all([older, newer, older, newer].map(codeOf));
  expect(new Set(codes).size).toBe(1);
  expect(running.front.count(REGISTER) - before).toBe(1);
  const statuses: number[] = [];
  for (let count = 0; count < 16; count += 1) {
    const visitor = count % 2 ? newer : older;
    const body = new URLSearchParams({ text: `第${count}条反馈意见` });
    const headers = { accept: "text/html" };
    const init = { method: "POST", redirect: "manual", body, headers } as const;
    statuses.push((await visitor.request("/feed", init)).status);
  }
  expect(statuses).toEqual([...Array(15).fill(303), 429]);
});

test("a session sealed by 1.0.0, and one with unknown fields, are opened", () => {
  const sealer = createSealer(["a-secret-of-the-site-that-is-kept-for-long"]);
  const visitor = SEALED_BY_1_0_0;
  const expected = {
    device: "6f1d1f3a-6c1c-4b53-9a59-3f1c8e0a7b11",
    credentials: { token: "a-token", memberCode: "83920174" },
    guest: "83920174",
    accounts: ["someone"],
    historyClearedAt: 1_795_000_000_000,
  };
  expect(openSession({ visitor }, { sealer, secure: false })).toMatchObject(expected);
  const later = sealer.seal("session", JSON.stringify({ ...expected, later: { field: 1 } }));
  expect(openSession({ visitor: later }, { sealer, secure: false })).toMatchObject(expected);
});
