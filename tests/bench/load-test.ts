import { availableParallelism } from "node:os";
import { underLoad } from "../support/load/loaded-site.ts";

/**
 * 300 visitors for two minutes, with two cores for the site: `npm run test:load`. Fails on any error, on memory that
 * grows, and on shared data that is asked for more often than once while it is fresh.
 */
const [visitors = 300, seconds = 120] = process.argv.slice(2).map(Number);
const cores = availableParallelism() > 2 ? "0,1" : undefined;

const facts = await underLoad(visitors, seconds, cores);
const quarter = (which: number) => {
  const length = Math.floor(facts.memory.length / 4);
  const part = facts.memory.slice(which * length, (which + 1) * length);
  return part.reduce((sum, one) => sum + one, 0) / part.length;
};
const [second, last] = [quarter(1), quarter(3)];
const growth = last / second - 1;

console.log(`${visitors} visitors for ${seconds} s on ${cores ? "two" : "all"} cores
requests       ${facts.requests} (${Math.round(facts.requests / seconds)} a second), ${facts.posts} of them posts
failures       ${facts.failures.length}
p50, p99       ${facts.p50} ms, ${facts.p99} ms
memory         ${Math.round(second)} MB in the second quarter, ${Math.round(last)} MB in the last (${(growth * 100).toFixed(1)} %)
shared calls   ${facts.sharedCalls}, at most ${facts.mostCalls} for the same while its answer is fresh`);
for (const failure of facts.failures.slice(0, 10)) console.error(failure);

const well = facts.failures.length === 0 && growth <= 0.1 && facts.mostCalls <= 1;
process.exit(well ? 0 : 1);
