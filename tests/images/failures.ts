import assert from "node:assert/strict";
import { once } from "node:events";
import { request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { codeOf } from "../support/members/accounts.ts";
import { createVisitor } from "../support/servers/site.ts";
import type { Engine } from "./engine.ts";
import type { Browser } from "./visit.ts";
import { type Acknowledged, startWriters } from "./writers.ts";

/** What people see and lose while parts of compose.yaml fail. */

/** In seconds: a viewer's place before and after the end of what was loaded at a failure, and how long that may take. */
const BEFORE = 3;
const PAST = 2;
const PATIENCE = 180;
/** In seconds of the video. */
const FAR = 200;

const seconds = (since: number) => `${((performance.now() - since) / 1_000).toFixed(1)} s`;

/** Rows of one column, by the database's own program. */
async function rows({ docker, container }: Engine, query: string) {
  const id = await container("database");
  const psql = ["psql", "-h", "127.0.0.1", "-U", "chengying", "-At", "-c", query];
  return (await docker("exec", id, ...psql)).split("\n").filter(Boolean);
}

/** A guest's preview would be loaded whole. */
const makeVip = (engine: Engine, code: string) =>
  rows(
    engine,
    `update members set vip_level = 3, vip_period = 2, vip_until = now() + interval '1 day' where code = '${code}' returning code`,
  );

/** How many of the acknowledged writes are in the database, and those that are not. */
async function findWrites(engine: Engine, told: readonly Acknowledged[]) {
  let found = 0;
  const lost: string[] = [];
  for (const { code, likes, messages, orders } of told) {
    const of = (column: string, table: string, where = "true") =>
      rows(
        engine,
        `select ${column} from ${table} t join members m on m.id = t.member_id where m.code = '${code}' and ${where}`,
      );
    for (const [kind, wanted, kept] of [
      ["like", likes, await of("t.code", "records", "t.type = 2")],
      ["message", messages, await of("t.content", "chat_messages", `t."from" = 'member'`)],
      ["order", orders, await of("t.id", "orders")],
    ] as const) {
      const there = new Set(kept);
      for (const one of wanted) {
        if (there.has(one)) found += 1;
        else lost.push(`${kind} ${one} of ${code}`);
      }
    }
  }
  return { found, lost };
}

/**
 * Kills each part in turn while a VIP plays past what was loaded, the same member opens pages, and others write. Prints a
 * table; throws where something acknowledged is lost.
 */
export async function killEachPart(
  engine: Engine,
  browser: Browser,
  url: string,
  parts: readonly string[],
  allHealthy: () => Promise<unknown>,
) {
  const [longest = ""] = await rows(
    engine,
    "select code from videos where not restricted and duration < 3000 order by duration desc limit 1",
  );
  const videos = await rows(engine, "select code from videos where not restricted order by code");
  const writers = await startWriters(url, 4, videos);
  await makeVip(engine, await browser.member());
  const viewer = await browser.watch(longest);
  const table: Record<string, string>[] = [];
  for (const part of parts) {
    const browsing = await browser.browse();
    const loaded = await viewer.loaded();
    const start = performance.now();
    await engine.kill(part);
    // minutes are loaded: near their end the outage is seen
    await viewer.seek(loaded - BEFORE);
    const [healthy, viewed] = await Promise.all([
      allHealthy().then(() => seconds(start)),
      viewer.playsTo(loaded + PAST, PATIENCE),
    ]);
    table.push({ killed: part, healthy, viewer: viewed, "other pages": await browsing.end() });
  }

  const browsing = await browser.browse();
  const start = performance.now();
  await engine.compose("stop", "--timeout", "5", "upstream");
  const to = (await viewer.loaded()) + FAR;
  await viewer.seek(to);
  const back = async () => {
    await pause(10_000);
    await engine.compose("start", "upstream");
    await allHealthy();
    return seconds(start);
  };
  const [healthy, viewed] = await Promise.all([back(), viewer.playsTo(to + PAST, PATIENCE)]);
  const row = { killed: "upstream away 10 s, seek past what is loaded", healthy, viewer: viewed };
  table.push({ ...row, "other pages": await browsing.end() });

  const told = await writers.end();
  console.table(table);
  const { found, lost } = await findWrites(engine, told);
  assert.deepEqual(lost, []);
  const refused = told.reduce((sum, one) => sum + one.refused, 0);
  return `${found} of ${found + lost.length} acknowledged writes found, ${refused} were not acknowledged`;
}

/**
 * Stops a site while somebody downloads a piece of a video slowly from it. The kernel may hold all of it by then: what the
 * site itself still has to send is tested by tests/request/http/operation.test.ts.
 */
export async function drain(engine: Engine, site: string) {
  const id = await engine.container(site);
  const address = await engine.address(site);
  const visitor = createVisitor(fetch, `http://${address}:3000`);
  await makeVip(engine, await codeOf(visitor));
  const page = await visitor.read("/videoinfo?id=130001");
  const master = /\/stream\/[\w./-]+\/index\.m3u8/.exec(page)?.[0] ?? "";
  const variants = (await visitor.read(master)).match(/^\/stream\/.*$/gm) ?? [];
  const playlist = await visitor.read(variants.at(-1) ?? "");
  const piece = /^\/stream\/.*media\.\w+$/m.exec(playlist)?.[0] ?? "";
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const asked = request(`http://${address}:3000${piece}`, {
    headers: { cookie, range: "bytes=0-", "user-agent": "drain" },
  });
  // a connection that breaks is an error of the answer, too
  asked.on("error", () => undefined).end();
  const [answer] = await once(asked, "response");
  const wanted = Number(answer.headers["content-length"]);
  const start = performance.now();
  const stopped = engine.docker("stop", id).then(() => performance.now() - start);
  let got = 0;
  try {
    for await (const chunk of answer) {
      got += chunk.length;
      await pause(150);
    }
  } finally {
    await stopped;
  }
  const downloaded = seconds(start);
  const stopMs = await stopped;
  const exit = await engine.inspect(id, ".State.ExitCode");
  await engine.compose("start", site);
  const text = `${got} of ${wanted} bytes in ${downloaded}, stopped after ${(stopMs / 1_000).toFixed(1)} s with ${exit}`;
  assert.ok(wanted > 0 && got === wanted && exit === "0", text);
  return text;
}

/** Everything at other addresses: compose makes the network anew. */
export async function moveNetwork(engine: Engine, allHealthy: () => Promise<unknown>) {
  const before = await engine.address("site-1");
  await engine.compose("down", "--timeout", "5");
  engine.env.NETWORK = "10.203.49";
  await engine.compose("up", "--detach", "--no-build");
  await allHealthy();
  return `site-1 from ${before} to ${await engine.address("site-1")}`;
}
