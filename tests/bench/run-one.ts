import type { Measured, MeasureOptions } from "./report/report.ts";

/** One benchmark of the runner: `run-one.ts <name> <options as JSON>`; its results go to the process that started it. */

const [name, options = ""] = process.argv.slice(2);
const benchmark: { measure(options: MeasureOptions): Promise<Measured[]> } = await import(
  new URL(`./measures/${name}.ts`, import.meta.url).href
);
const rows = await benchmark.measure(JSON.parse(options) as MeasureOptions);
process.send?.(rows, () => process.exit(0));
