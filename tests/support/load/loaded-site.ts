import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { upstreamAnswers } from "../../../server/cache-times.ts";
import { type NotedCall, startNotingUpstream } from "../../bench/setup/noted-calls.ts";
import { startSiteProgram } from "../servers/program.ts";
import { settingsFor, startTestUpstream } from "../servers/upstream.ts";
import { type CrowdReport, startCrowd } from "./crowd.ts";

export interface Facts extends CrowdReport {
  /** The most calls for the same shared data while its answer was fresh. */
  mostCalls: number;
  sharedCalls: number;
  /** Resident memory in MB, measured every second. */
  memory: number[];
}

/**
 * Runs the built site for some seconds under a crowd, in front of a reference upstream in this process.
 *
 * @param cores the cores that the site may use, as for taskset; all if undefined
 */
export async function underLoad(visitors: number, seconds: number, cores?: string): Promise<Facts> {
  const upstream = await startTestUpstream();
  const front = await startNotingUpstream(upstream.url);
  const site = await startSiteProgram({ ...settingsFor(upstream), UPSTREAM_URL: front.url });
  try {
    if (cores) pin(site.pid, cores);
    // without the calls of the start
    front.calls.length = 0;
    const memory: number[] = [];
    const crowd = startCrowd(site.url, visitors);
    for (let second = 0; second < seconds; second += 1) {
      await wait(1_000);
      memory.push(residentMegabytes(site.pid));
    }
    const report = await crowd.end();
    const shared = front.calls.filter((call) => call.shared);
    return { ...report, memory, sharedCalls: shared.length, mostCalls: mostWhileFresh(shared) };
  } finally {
    await site.stop();
    await front.stop();
    await upstream.stop();
  }
}

const pin = (pid: number, cores: string) =>
  execFileSync("taskset", ["--all-tasks", "--pid", "--cpu-list", cores, String(pid)], {
    stdio: "ignore",
  });

const residentMegabytes = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;

/** The most calls with the same key within the time for which an answer is fresh. */
function mostWhileFresh(calls: readonly NotedCall[]): number {
  const times = new Map<string, number[]>();
  for (const { key, at } of calls) times.set(key, [...(times.get(key) ?? []), at]);
  const together = [...times.values()].flatMap((all) =>
    all.map(
      (first) => all.filter((at) => at >= first && at < first + upstreamAnswers.fresh).length,
    ),
  );
  return Math.max(0, ...together);
}
