import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Machine } from "./machine.ts";
import type { Measured } from "./report.ts";
import { asMarkdown } from "./table.ts";

/**
 * The last run's results, six rows into the README and the others into `docs/performance.md`, without measuring again:
 * `npx tsx tests/bench/report/write-results.ts`.
 */

export const LAST_RESULTS = "test-results/bench.json";

export interface Results extends Machine {
  quick: boolean;
  rows: Measured[];
  /** The benchmarks that gave no result. */
  broken: string[];
}

/** What somebody who has not decided yet wants to know. */
const inReadme = new Set([
  "home hit, returning visits, gate open",
  "home miss, returning visits, gate open",
  "member page",
  "largest contentful paint",
  "hydrated",
  "tag change, tap to frame",
]);

/** A text with what stands between the markers of a generated part replaced. */
export function betweenMarkers(text: string, replacement: string, name = "bench"): string {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`there is no ${begin} … ${end}`);
  return `${text.slice(0, from + begin.length)}\n${replacement}\n${text.slice(to)}`;
}

/** One row for each of those names, the first that has it. */
function forReadme(rows: Measured[]): Measured[] {
  const names = [...inReadme];
  return names.flatMap((name) => rows.find(({ what }) => what === name) ?? []);
}

export function madeOn(about: Machine): string {
  const { cores, cpu, node, chromium, commit, date } = about;
  const browser = chromium ? `, Chromium ${chromium}` : "";
  const made = commit ? `, commit ${commit}` : "";
  return `${cores} cores of ${cpu}, node ${node}${browser}${made}, ${date.slice(0, 10)}`;
}

export function writeResults({ quick, broken, rows, ...about }: Results) {
  if (quick) throw new Error("quick results are none to show");
  if (broken.length > 0) throw new Error(`there is nothing of ${broken.join(", ")}`);
  const shown = forReadme(rows);
  const others = rows.filter((row) => !shown.includes(row));
  writeTable("README.md", `${asMarkdown(shown)}\n\n${madeOn(about)}`);
  writeTable("docs/performance.md", `${asMarkdown(others)}\n\n${madeOn(about)}`);
}

/** Puts a table between the markers of a file. */
export function writeTable(file: string, table: string, name?: string) {
  writeFileSync(file, betweenMarkers(readFileSync(file, "utf8"), table, name));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeResults(JSON.parse(readFileSync(LAST_RESULTS, "utf8")) as Results);
}
