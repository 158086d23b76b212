import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Machine } from "./machine.ts";
import type { Measured } from "./report.ts";
import { asMarkdown } from "./table.ts";

/** The last run's results for the README, without measuring again: `npx tsx tests/bench/to-readme.ts`. */

export const LAST_RESULTS = "test-results/bench.json";

export interface Results extends Machine {
  quick: boolean;
  rows: Measured[];
  /** The benchmarks that gave no result. */
  broken: string[];
}

const [begin, end] = ["<!-- bench -->", "<!-- /bench -->"];

/** A text with what stands between its markers replaced. */
export function betweenMarkers(text: string, replacement: string): string {
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`there is no ${begin} … ${end}`);
  return `${text.slice(0, from + begin.length)}\n${replacement}\n${text.slice(to)}`;
}

function inMarkdown({ rows, ...about }: Results): string {
  const { cores, cpu, node, chromium, commit, date } = about;
  const browser = chromium ? `, Chromium ${chromium}` : "";
  const made = commit ? `, commit ${commit}` : "";
  return `${asMarkdown(rows)}\n\n${cores} cores of ${cpu}, node ${node}${browser}${made}, ${date.slice(0, 10)}`;
}

export function writeIntoReadme(results: Results) {
  if (results.quick) throw new Error("quick results are none to show");
  if (results.broken.length > 0)
    throw new Error(`there is nothing of ${results.broken.join(", ")}`);
  writeFileSync(
    "README.md",
    betweenMarkers(readFileSync("README.md", "utf8"), inMarkdown(results)),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeIntoReadme(JSON.parse(readFileSync(LAST_RESULTS, "utf8")) as Results);
}
