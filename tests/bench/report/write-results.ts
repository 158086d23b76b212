import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Machine } from "./machine.ts";
import type { Measured } from "./report.ts";
import { asMarkdown } from "./table.ts";

/**
 * The last run's results into `docs/performance.md`, each benchmark's into its chapter, and six rows into the README, without
 * measuring again: `npx tsx tests/bench/report/write-results.ts`.
 */

export const LAST_RESULTS = "test-results/bench.json";
const CHAPTERS = "docs/performance.md";

export interface Results extends Machine {
  /** Measured quickly, or not with all that each benchmark takes. */
  partial: boolean;
  /** What each benchmark found, by its name. */
  measured: Record<string, Measured[]>;
  /** The benchmarks that gave no result. */
  broken: string[];
}

/** The rows for readers who are still choosing. */
const inReadme = new Set([
  "home hit, returning visits, age confirmed",
  "home miss, returning visits, age confirmed",
  "member page",
  "largest contentful paint",
  "hydrated",
  "tag change, tap to frame",
]);

/** The text with the part between its markers replaced. */
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

export function writeResults({ partial, broken, measured, ...about }: Results) {
  if (partial) throw new Error("results of a part are none to show");
  if (broken.length > 0) throw new Error(`there is nothing of ${broken.join(", ")}`);
  for (const [name, rows] of Object.entries(measured)) {
    writeFileSync(CHAPTERS, withChapter(readFileSync(CHAPTERS, "utf8"), name));
    writeTable(CHAPTERS, `${asMarkdown(rows)}\n\n${madeOn(about)}`, name);
  }
  const shown = forReadme(Object.values(measured).flat());
  // a few benchmarks run by themselves are not all that it shows
  if (shown.length === inReadme.size)
    writeTable("README.md", `${asMarkdown(shown)}\n\n${madeOn(about)}`);
}

/** A text with a place for that benchmark's table: at its end where it has none yet. */
export const withChapter = (text: string, name: string) =>
  text.includes(`<!-- ${name} -->`)
    ? text
    : `${text.trimEnd()}\n\n## ${name}\n\n<!-- ${name} -->\n<!-- /${name} -->\n`;

/** Puts a table between the markers of a file. */
export function writeTable(file: string, table: string, name?: string) {
  writeFileSync(file, betweenMarkers(readFileSync(file, "utf8"), table, name));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeResults(JSON.parse(readFileSync(LAST_RESULTS, "utf8")) as Results);
}
