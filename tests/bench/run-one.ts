import type { Measured, MeasureOptions } from "./report/report.ts";

/** One benchmark of the runner: `run-one.ts <name> [--quick]`; its results go to the process that started it. */

const [name, ...flags] = process.argv.slice(2);
const benchmark: { measure(options: MeasureOptions): Promise<Measured[]> } = await import(
  new URL(`./measures/${name}.ts`, import.meta.url).href
);
const rows = await benchmark.measure({ quick: flags.includes("--quick") });
process.send?.(rows, () => process.exit(0));
