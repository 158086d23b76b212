import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { request } from "undici";
import { episodes } from "../../../server/upstream/db/schema.ts";
import { startGate } from "../../support/servers/pausable-upstream.ts";
import {
  freePort,
  runProgram,
  startSiteProgram,
  temporaryFolder,
  untilReady,
} from "../../support/servers/program.ts";
import { settingsFor, startTestUpstream } from "../../support/servers/upstream.ts";
import { giveServerCore, leaveServerCore } from "./cores.ts";
import type { Visit } from "./load.ts";
import { FAR_MS, startMediaHost } from "./media-host.ts";
import type { ForeignKind, MediaKind } from "./media-kinds.ts";

/** What a server sent, as it went over the wire; the body as base64. */
export interface Answer {
  headers: Record<string, string | string[]>;
  body: string;
}

/** A program on the core that measured servers have to themselves. */
async function startMeasured(
  file: string,
  args: string[],
  settings: Record<string, string> = {},
  folder?: { path: string; stop(): Promise<void> },
) {
  const own = folder ?? (await temporaryFolder());
  const PORT = String(await freePort());
  const url = `http://127.0.0.1:${PORT}`;
  const program = runProgram(file, args, { PORT, DATA_DIR: own.path, ...settings });
  const pid = program.child.pid ?? 0;
  giveServerCore(pid);
  await untilReady(program, url);
  return {
    url,
    pid,
    async stop() {
      await program.stop();
      await own.stop();
    },
  };
}

/** The built site on a core of its own, and the reference upstream in this process on the others. */
export async function startSiteToMeasure(settings: Record<string, string> = {}) {
  leaveServerCore();
  const upstream = await startTestUpstream();
  const site = await startMeasured("build/machine/main.js", [], {
    ...settingsFor(upstream),
    ...settings,
  });
  return {
    upstream,
    ...site,
    async stop() {
      await site.stop();
      await upstream.stop();
    },
  };
}

type TestUpstream = Awaited<ReturnType<typeof startTestUpstream>>;

/** The upstream far from the site, with all episodes on another host that is as far; what the site has to know of them. */
async function moveAway(upstream: TestUpstream, kind: ForeignKind, segmentSeconds = 4) {
  const host = await startMediaHost(kind, segmentSeconds);
  const gate = await startGate(upstream.url, FAR_MS);
  const film = sql`${host.url} || '/' || ${episodes.videoCode} || '/index.m3u8'`;
  await upstream.db.update(episodes).set({ url: film });
  return {
    settings: { UPSTREAM_URL: gate.url, MEDIA_ORIGINS: host.url },
    async stop() {
      await gate.stop();
      await host.stop();
    },
  };
}

/**
 * The built site and the reference upstream on all cores, as a browser beside them needs; `prepare` fills the upstream.
 * With another host's media, that host and the upstream are far away.
 */
export async function startSiteToBrowse(
  prepare: (db: TestUpstream["db"]) => Promise<unknown> = async () => undefined,
  media: MediaKind = "own",
  segmentSeconds?: number,
  settings: Record<string, string> = {},
) {
  const upstream = await startTestUpstream();
  await prepare(upstream.db);
  const away = media === "own" ? undefined : await moveAway(upstream, media, segmentSeconds);
  const site = await startSiteProgram({ ...settingsFor(upstream), ...away?.settings, ...settings });
  return {
    upstream,
    url: site.url,
    pid: site.pid,
    async stop() {
      await site.stop();
      await away?.stop();
      await upstream.stop();
    },
  };
}

/** The code of the first video on its home page. */
export async function firstVideoOn(url: string): Promise<string> {
  const home = await (await fetch(url)).text();
  return /\/videoinfo\?id=(\d+)/.exec(home)?.[1] ?? "";
}

/** A bare node server for captured answers: `/0`, `/1`, … */
export async function startBare(answers: Answer[]) {
  const folder = await temporaryFolder();
  const file = join(folder.path, "answers.json");
  await writeFile(file, JSON.stringify(answers));
  return startMeasured("--import", ["tsx", "tests/bench/setup/bare-server.ts", file], {}, folder);
}

const ofConnection = new Set(["connection", "keep-alive", "transfer-encoding", "date"]);

export async function capture(url: string, { path, headers }: Visit): Promise<Answer> {
  const answer = await request(new URL(path, url), { headers });
  if (answer.statusCode !== 200) throw new Error(`${path}: status ${answer.statusCode}`);
  const body = Buffer.from(await answer.body.arrayBuffer()).toString("base64");
  const kept = Object.entries(answer.headers).flatMap(([name, value]) =>
    value === undefined || ofConnection.has(name) ? [] : [[name, value] as const],
  );
  return { headers: Object.fromEntries(kept), body };
}
