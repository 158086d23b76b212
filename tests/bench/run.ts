import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { machine } from "./report/machine.ts";
import { measureFlags, measureOptions } from "./report/options.ts";
import { type Measured, meetsGoal } from "./report/report.ts";
import { asText } from "./report/table.ts";
import { LAST_RESULTS, type Results, writeResults } from "./report/write-results.ts";

/**
 * Every benchmark of `measures`, or the named ones, one after another:
 * `npm run bench [-- name …] [--quick] [--media ts-single,own] [--segments 4] [--rounds 3] [--markdown]`. A missed goal is
 * marked; only a benchmark that breaks is an error.
 */

const folder = new URL("./measures/", import.meta.url).pathname;

const { positionals: wanted, values } = parseArgs({
  allowPositionals: true,
  options: { ...measureFlags, markdown: { type: "boolean" } },
});
const options = measureOptions(values);

const isBenchmark = (file: string) =>
  /^export (async function|const) measure\b/m.test(readFileSync(join(folder, file), "utf8"));

const names = readdirSync(folder)
  .filter((file) => file.endsWith(".ts") && isBenchmark(file))
  .map((file) => file.slice(0, -".ts".length))
  .toSorted();

const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`no benchmark ${unknown.join(", ")}; there are ${names.join(", ")}`);
  process.exit(1);
}

/** In a process of its own, so that none inherits another's memory or cores. */
async function run(name: string): Promise<Measured[]> {
  const child = fork(new URL("./run-one.ts", import.meta.url), [name, JSON.stringify(options)], {
    execArgv: ["--import", "tsx"],
    serialization: "advanced",
  });
  let rows: Measured[] | undefined;
  child.once("message", (message) => {
    rows = message as Measured[];
  });
  const [code] = await once(child, "exit");
  if (code !== 0 || !rows) throw new Error(`${name} ended with ${code}`);
  return rows;
}

const partial = options.quick || Object.keys(options).length > 1;
const results: Results = { ...machine(), partial, measured: {}, broken: [] };

for (const name of wanted.length > 0 ? wanted : names) {
  const started = performance.now();
  process.stderr.write(`${name} …`);
  try {
    results.measured[name] = await run(name);
    process.stderr.write(` ${Math.round((performance.now() - started) / 1000)} s\n`);
  } catch (error) {
    results.broken.push(name);
    console.error(` ${String(error)}`);
  }
}

mkdirSync("test-results", { recursive: true });
writeFileSync(LAST_RESULTS, `${JSON.stringify(results, undefined, 2)}\n`);

const rows = Object.values(results.measured).flat();
const missed = rows.filter((row) => !meetsGoal(row)).length;
console.log(`\n${asText(rows)}\n`);
console.log(`${rows.filter(({ goal }) => goal).length} goals, ${missed} missed`);
if (results.broken.length > 0) console.log(`broken: ${results.broken.join(", ")}`);
if (values.markdown) writeResults(results);
process.exitCode = results.broken.length > 0 ? 1 : 0;
