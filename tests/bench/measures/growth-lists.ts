import { getGlobalDispatcher } from "undici";
import { contract } from "../../../server/contract/index.ts";
import { issueToken } from "../../../server/upstream/domain/members.ts";
import { buildCall } from "../../../server/upstream-client/client.ts";
import { startExchange } from "../../../server/upstream-client/exchange.ts";
import { accountOf, codeOf } from "../../support/members/accounts.ts";
import { memberOf } from "../../support/members/members.ts";
import { createVisitor } from "../../support/servers/site.ts";
import { compare, type Measured, type MeasureOptions, median } from "../report/report.ts";
import { runAlone } from "../report/run-alone.ts";
import { addVideos } from "../setup/more-videos.ts";
import { capture, startSiteToMeasure } from "../setup/servers.ts";
import { withCookies } from "../setup/visitors.ts";

/**
 * What a member's lists cost when there is more in them. The history comes ten by ten; favourites come all at once, so
 * beside their page stands what the upstream's own answer takes of it:
 * `npm run build && npx tsx tests/bench/measures/growth-lists.ts`.
 */

type Site = Awaited<ReturnType<typeof startSiteToMeasure>>;

const group = "growth of lists";
const FEW = 10;
const COUNTS = [FEW, 100, 1_000];

/** A member, and what asks the site and the upstream for the member. Bytes are those of the body. */
interface Asker {
  site(path: string): Promise<number>;
  upstream(): Promise<number>;
}

const parts: { name: string; ask: (asker: Asker) => Promise<number> }[] = [
  { name: "favourites, page", ask: ({ site }) => site("/collengt") },
  { name: "favourites, data", ask: ({ site }) => site("/collengt.data") },
  { name: "favourites, the upstream's own answer", ask: ({ upstream }) => upstream() },
  { name: "history, page", ask: ({ site }) => site("/history") },
  { name: "history, data", ask: ({ site }) => site("/history.data") },
];

/** A member with so many videos in both lists. */
async function memberWith({ url, upstream }: Site, count: number): Promise<Asker> {
  const visitor = createVisitor(fetch, url);
  await visitor.read("/member");
  const memberCode = await codeOf(visitor);
  for (const type of ["favourite", "history"] as const)
    await memberOf(upstream.db, memberCode).keep(type, { count });
  const headers = withCookies(visitor.cookies);
  const { member } = await accountOf(upstream.db, memberCode);
  const credentials = { memberCode, token: await issueToken(upstream.db, member) };
  const { securityHeader } = upstream.settings;
  const call = buildCall(
    "favourites",
    contract.library.favourites,
    [],
    securityHeader,
    credentials,
  );
  return {
    async site(path) {
      const { body } = await capture(url, { path, headers });
      return Buffer.byteLength(body, "base64");
    },
    async upstream() {
      const answer = await startExchange(upstream.url, call, getGlobalDispatcher(), NEVER);
      return (await answer.body.arrayBuffer()).byteLength;
    },
  };
}

const NEVER = new AbortController().signal;

async function measuredOnce(ask: () => Promise<number>) {
  const started = performance.now();
  const bytes = await ask();
  return { ms: performance.now() - started, kilobytes: bytes / 1024 };
}

function rowsOf(name: string, answers: Map<number, { ms: number; kilobytes: number }[]>) {
  const middle = (count: number, of: "ms" | "kilobytes") =>
    median((answers.get(count) ?? []).map((answer) => answer[of]));
  return COUNTS.flatMap((count) => [
    compare(
      { group, what: `${name}, ${count} videos`, value: middle(count, "ms"), unit: "ms" },
      { what: `${FEW} videos`, value: middle(FEW, "ms") },
    ),
    compare(
      { group, what: `${name}, ${count} videos`, value: middle(count, "kilobytes"), unit: "KB" },
      { what: `${FEW} videos`, value: middle(FEW, "kilobytes") },
    ),
  ]);
}

export async function measure({ quick }: MeasureOptions): Promise<Measured[]> {
  const site = await startSiteToMeasure();
  try {
    await addVideos(site.upstream.db, Math.max(...COUNTS));
    const members = new Map<number, Asker>();
    for (const count of COUNTS) members.set(count, await memberWith(site, count));
    const [turns, warmUp] = quick ? [3, 1] : [30, 5];
    const rows: Measured[] = [];
    for (const { name, ask } of parts) {
      const answers = new Map(
        COUNTS.map((count) => [count, [] as { ms: number; kilobytes: number }[]]),
      );
      for (let turn = -warmUp; turn < turns; turn += 1) {
        for (const [count, asker] of members) {
          const answer = await measuredOnce(() => ask(asker));
          if (turn >= 0) answers.get(count)?.push(answer);
        }
      }
      rows.push(...rowsOf(name, answers));
    }
    return rows;
  } finally {
    await site.stop();
  }
}

runAlone(import.meta.url, measure);
