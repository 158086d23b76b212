import { setTimeout as wait } from "node:timers/promises";
import { upstreamAnswers } from "../../../server/cache-times.ts";
import { startSiteProgram } from "../../support/servers/program.ts";
import { createVisitor } from "../../support/servers/site.ts";
import { settingsFor, startTestUpstream } from "../../support/servers/upstream.ts";
import type { Measured, MeasureOptions } from "../report/report.ts";
import { runAlone } from "../report/run-alone.ts";
import { type NotedCall, startNotingUpstream } from "../setup/noted-calls.ts";

/**
 * What a thousand visitors of the home page within a minute cost the upstream. Every third one runs the page's own
 * request for the member, too: `npm run build && npx tsx tests/bench/measures/upstream-calls.ts`.
 */

const group = "upstream calls";
const VISITORS = 1_000;
const WITH_SCRIPTS = 3;

async function visit(site: string, number: number) {
  const visitor = createVisitor(fetch, site);
  const pages = number % WITH_SCRIPTS === 0 ? ["/", "/member"] : ["/"];
  for (const page of pages) {
    const answer = await visitor.request(page);
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`${page}: status ${answer.status}`);
  }
}

/** The most calls for one and the same within the time for which its answer is fresh. */
function mostWhileFresh(calls: NotedCall[]): number {
  const soonAfter = (first: NotedCall) =>
    calls.filter(
      ({ key, at }) => key === first.key && at >= first.at && at < first.at + upstreamAnswers.fresh,
    );
  return Math.max(...calls.map((call) => soonAfter(call).length));
}

async function callsOfVisitors(milliseconds: number): Promise<NotedCall[]> {
  const upstream = await startTestUpstream();
  const front = await startNotingUpstream(upstream.url);
  const site = await startSiteProgram({ ...settingsFor(upstream), UPSTREAM_URL: front.url });
  try {
    // the start's own question whether the upstream answers
    front.calls.length = 0;
    const visits = Array.from({ length: VISITORS }, async (_, number) => {
      await wait((number / VISITORS) * milliseconds);
      await visit(site.url, number);
    });
    await Promise.all(visits);
    return front.calls;
  } finally {
    await site.stop();
    await front.stop();
    await upstream.stop();
  }
}

export async function measure({ quick }: MeasureOptions): Promise<Measured[]> {
  const seconds = quick ? 20 : 60;
  const calls = await callsOfVisitors(seconds * 1_000);
  const shared = calls.filter((call) => call.shared);
  const keys = new Set(shared.map(({ key }) => key));
  const asked = Math.ceil(VISITORS / WITH_SCRIPTS);
  const visitors = `${VISITORS} visitors in ${seconds} s`;
  return [
    {
      group,
      what: `${visitors}: most calls for one key while its answer is fresh (${upstreamAnswers.fresh / 1000} s)`,
      value: mostWhileFresh(shared),
      unit: "calls",
      goal: { atMost: 1 },
    },
    { group, what: `${visitors}: shared calls`, value: shared.length, unit: "calls" },
    { group, what: `${visitors}: different shared calls`, value: keys.size, unit: "calls" },
    {
      group,
      what: "the page's own request for the member: member calls of each new visitor",
      value: (calls.length - shared.length) / asked,
      unit: "calls",
    },
  ];
}

runAlone(import.meta.url, measure);
