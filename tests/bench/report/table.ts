import { type Measured, meetsGoal } from "./report.ts";

/** Results as people read them. */

const columns = ["what", "value", "beside", "ratio", "goal", "met"] as const;
type Line = Record<(typeof columns)[number], string>;

/** 12345.6 → "12,346", 3.14159 → "3.14", 0.00328 → "0.00328". */
export function inDigits(value: number): string {
  if (!Number.isFinite(value)) return "?";
  const kept =
    Math.abs(value) >= 100 ? { maximumFractionDigits: 0 } : { maximumSignificantDigits: 3 };
  return value.toLocaleString("en-US", kept);
}

function lineOf(row: Measured): Line {
  const { what, value, unit, beside, ratio, goal } = row;
  return {
    what,
    value: `${inDigits(value)} ${unit}`.trim(),
    beside: beside ? `${beside.what}: ${inDigits(beside.value)}` : "",
    ratio: ratio === undefined ? "" : inDigits(ratio),
    goal: goal ? ("atLeast" in goal ? `≥ ${goal.atLeast}` : `≤ ${goal.atMost}`) : "",
    met: goal ? (meetsGoal(row) ? "yes" : "NO") : "",
  };
}

/** The groups in the order in which they came, each with its lines. */
const grouped = (rows: Measured[]) =>
  [...new Set(rows.map(({ group }) => group))].map((group) => ({
    group,
    lines: rows.filter((row) => row.group === group).map(lineOf),
  }));

export function asText(rows: Measured[]): string {
  const widths = columns.map((column) =>
    Math.max(column.length, ...rows.map((row) => lineOf(row)[column].length)),
  );
  const laidOut = (cells: string[]) =>
    cells
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join("  ")
      .trimEnd();
  return [
    laidOut([...columns]),
    ...grouped(rows).flatMap(({ group, lines }) => [
      `-- ${group}`,
      ...lines.map((line) => laidOut(columns.map((column) => line[column]))),
    ]),
  ].join("\n");
}

export function asMarkdown(rows: Measured[]): string {
  const laidOut = (cells: string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [
    laidOut([...columns]),
    laidOut(columns.map(() => "---")),
    ...grouped(rows).flatMap(({ group, lines }) => [
      laidOut([`**${group}**`, ...columns.slice(1).map(() => "")]),
      ...lines.map((line) => laidOut(columns.map((column) => line[column]))),
    ]),
  ].join("\n");
}
