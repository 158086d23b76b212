import { codeOf } from "../../support/members/accounts.ts";
import { memberOf } from "../../support/members/members.ts";
import { createVisitor } from "../../support/servers/site.ts";
import { compare, type Measured, type MeasureOptions, median } from "../report/report.ts";
import { runAlone } from "../report/run-alone.ts";
import { addVideos } from "../setup/more-videos.ts";
import { capture, startSiteToMeasure } from "../setup/servers.ts";
import { withCookies } from "../setup/visitors.ts";

/**
 * What a member's lists cost when there is more in them. Favourites come all at once, the history ten by ten:
 * `npm run build && npx tsx tests/bench/measures/growth-lists.ts`.
 */

type Site = Awaited<ReturnType<typeof startSiteToMeasure>>;

const group = "growth of lists";
const FEW = 10;
const COUNTS = [FEW, 100, 1_000];

const parts = [
  { name: "favourites, page", path: "/collengt" },
  { name: "favourites, data", path: "/collengt.data" },
  { name: "history, page", path: "/history" },
  { name: "history, data", path: "/history.data" },
];

/** The headers of a member with so many videos in both lists. */
async function memberWith(site: Site, count: number) {
  const visitor = createVisitor(fetch, site.url);
  await visitor.read("/member");
  const member = memberOf(site.upstream.db, (await codeOf(visitor)) ?? "");
  for (const type of ["favourite", "history"] as const) await member.keep(type, { count });
  return withCookies(visitor.cookies);
}

async function measuredOnce(site: Site, visit: Parameters<typeof capture>[1]) {
  const started = performance.now();
  const { body } = await capture(site.url, visit);
  return { ms: performance.now() - started, kilobytes: Buffer.byteLength(body, "base64") / 1024 };
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
    const members = new Map<number, Record<string, string>>();
    for (const count of COUNTS) members.set(count, await memberWith(site, count));
    const [turns, warmUp] = quick ? [3, 1] : [30, 5];
    const rows: Measured[] = [];
    for (const { name, path } of parts) {
      const answers = new Map(
        COUNTS.map((count) => [count, [] as { ms: number; kilobytes: number }[]]),
      );
      for (let turn = -warmUp; turn < turns; turn += 1) {
        for (const [count, headers] of members) {
          const answer = await measuredOnce(site, { path, headers });
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
