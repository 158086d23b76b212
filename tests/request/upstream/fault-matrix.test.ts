import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import {
  isNormal,
  type Kind,
  kinds,
  type Shown,
  wordsOf,
} from "../../support/contract/fault-pages.ts";
import { type FaultName, faults, startFaultyFront } from "../../support/servers/faulty-upstream.ts";
import { startSite } from "../../support/servers/site.ts";
import { startTestUpstream } from "../../support/servers/upstream.ts";

type Site = Awaited<ReturnType<typeof startSite>>;

/** The timeout of a call, and how many calls a page makes one after the other at most. */
const TIMEOUT_MS = 2_000;
const CALLS_IN_A_ROW = 4;
/** Margin for a busy machine. */
const SLACK_MS = 20_000;
const PATIENCE = { timeout: 60_000 };
/**
 * Cached data is shown completely. Pages with missing parts say so in place, with 200; the video page has one subject
 * and says 503, unless its status had to be sent before the deadline. Files are 502 when they cannot be had, and a
 * playlist is 503 while it is unknown how much of it the viewer may see.
 */
const expected = {
  warm: {
    home: "200 whole",
    list: "200 whole",
    video: "200 whole",
    member: "200",
    action: expect.stringMatching(/^200/),
    poll: "200",
    picture: "200 whole",
    playlist: "503",
  },
  cold: {
    home: "200",
    list: "200",
    video: expect.stringMatching(/^(503|200)$/),
    member: "200",
    action: expect.stringMatching(/^200/),
    poll: "200",
    picture: "502",
    playlist: "503",
  },
};
const names = Object.keys(kinds) as Kind[];
const rows: Record<string, string>[] = [];

let upstream: Awaited<ReturnType<typeof startTestUpstream>>;
beforeAll(async () => {
  upstream = await startTestUpstream();
});
afterAll(async () => {
  await upstream.stop();
  console.log(table(rows));
});

/** A visitor whose session works on all sites of the same upstream. */
async function knownTo(warm: Site) {
  const known = warm.visit();
  const patience = { ...PATIENCE, interval: 100 };
  await vi.waitUntil(async () => kinds.poll.normal.test(await known.read("/member")), patience);
  const visit = (site: Site) => {
    const visitor = site.visit();
    for (const [name, value] of known.cookies) visitor.cookies.set(name, value);
    return visitor;
  };
  let stream = "";
  const findStream = async () => {
    stream =
      /\/stream\/[\w./-]+\/index\.m3u8/.exec(await known.read("/videoinfo?id=130001"))?.[0] ?? "";
    return stream;
  };
  await vi.waitUntil(findStream, patience);
  const ask = (site: Site, kind: Kind) => kinds[kind].ask(visit(site), site, stream);
  // one request after the other, because eleven upstreams run at the same time
  const untilNormal = async (site: Site) => {
    for (const kind of names) {
      const recovered = async () => isNormal(kind, await ask(site, kind));
      await vi.waitUntil(recovered, patience).catch(() => expect.fail(`${kind} has not recovered`));
    }
  };
  return { ask, untilNormal };
}

/** The milliseconds until the site notices by itself that its upstream is back. */
async function untilClosed(site: Site) {
  const started = performance.now();
  const isBack = () => site.services.health()[0]?.open === false;
  await vi.waitUntil(isBack, { ...PATIENCE, interval: 20 });
  return Math.round(performance.now() - started);
}

const internals = /UpstreamFault|UPSTREAM_[A-Z]|ECONN|\bat .*\.(js|ts):\d/;

/** A summary of the answer, or why it is wrong. */
function judge(kind: Kind, shown: Shown, ms: number, address: string): string {
  const { status, text } = shown;
  const { page } = kinds[kind];
  const words = wordsOf(text).match(/[\u4e00-\u9fff]/g)?.length ?? 0;
  const facts = {
    inTime: ms < TIMEOUT_MS * CALLS_IN_A_ROW + SLACK_MS,
    tellsNothing: !text.includes(address) && !internals.test(text),
    wholeDocument: !page || (text.includes('<html lang="zh-CN">') && text.includes("</html>")),
    readable: !page || words > 5,
    saysWhatFailed: !page || isNormal(kind, shown) || /网络异常|加载失败/.test(text),
  };
  expect(facts, `${kind}, ${status}, after ${Math.round(ms)} ms`).toEqual({
    inTime: true,
    tellsNothing: true,
    wholeDocument: true,
    readable: true,
    saysWhatFailed: true,
  });
  return isNormal(kind, shown) ? `${status} whole` : `${status}`;
}

async function row(site: Site, title: string, ask: (kind: Kind) => Promise<Shown>, url: string) {
  const answers = await Promise.all(
    names.map(async (kind) => {
      const started = performance.now();
      const shown = await ask(kind);
      return [kind, judge(kind, shown, performance.now() - started, new URL(url).host)] as const;
    }),
  );
  const breaker = site.services.health()[0]?.open ? "open" : "closed";
  const cells = { ...Object.fromEntries(answers), breaker } as Record<Kind | "breaker", string>;
  rows.push({ fault: title, ...cells });
  return cells;
}

const table = (all: Record<string, string>[]) =>
  [Object.fromEntries(Object.keys(all[0] ?? {}).map((name) => [name, name])), ...all]
    .map((one) =>
      Object.values(one)
        .map((cell, index) => cell.padEnd(index ? 10 : 19))
        .join(" "),
    )
    .join("\n");

describe.concurrent.each(Object.keys(faults) as FaultName[])(
  "an upstream with the fault '%s'",
  (fault) => {
    test("leaves readable pages, and the site recovers soon after it ends", async () => {
      await using front = await startFaultyFront(upstream.url);
      const settings = { ...upstream.forSite, url: front.url };
      // a site with all data in its caches, and one with none
      await using warm = await startSite(settings, { timeoutMs: TIMEOUT_MS });
      await using cold = await startSite(settings, { timeoutMs: TIMEOUT_MS });
      const { ask, untilNormal } = await knownTo(warm);
      await untilNormal(warm);
      await front.spoil(fault);
      const warmRow = await row(warm, `${fault}, warm`, (kind) => ask(warm, kind), front.url);
      const coldRow = await row(cold, `${fault}, cold`, (kind) => ask(cold, kind), front.url);
      expect(warmRow).toMatchObject(expected.warm);
      expect(coldRow).toMatchObject(expected.cold);
      await front.heal();
      const noticed = await Promise.all([warm, cold].map(untilClosed));
      await Promise.all([untilNormal(warm), untilNormal(cold)]);
      rows.push({ fault: `${fault}, after`, home: `noticed after ${Math.max(...noticed)} ms` });
    }, 300_000);
  },
);
