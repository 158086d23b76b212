import type { MediaKind } from "../setup/media-kinds.ts";

/** One line of the benchmark's table. `goal` is a bound on `ratio` (or on `value` where there is nothing beside it). */
export interface Measured {
  /** What it is about: "throughput", "first screen", "pictures". */
  group: string;
  /** What was measured: "home hit, requests/s". */
  what: string;
  value: number;
  /** "req/s", "ms", "KB", "calls", "MB"; '' for none. */
  unit: string;
  /** What the same run measured beside it, and how much of it the value is. */
  beside?: { what: string; value: number };
  ratio?: number;
  goal?: { atLeast: number } | { atMost: number };
}

/** A measured value as a share of what was measured beside it in the same run. */
export function compare(
  row: Omit<Measured, "ratio" | "beside">,
  beside: { what: string; value: number },
): Measured {
  return { ...row, beside, ratio: row.value / beside.value };
}

export const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

export function meetsGoal({ value, ratio, goal }: Measured): boolean {
  if (!goal) return true;
  const judged = ratio ?? value;
  return "atLeast" in goal ? judged >= goal.atLeast : judged <= goal.atMost;
}

export interface MeasureOptions {
  /** Fewer and shorter rounds, to see whether it works; the numbers say little. */
  quick: boolean;
  /** Of benchmarks that take several kinds: only these. */
  media?: MediaKind[];
  rounds?: number;
  /** Of another host's media, in seconds. */
  segments?: number[];
}
