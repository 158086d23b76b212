import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { measureFlags, measureOptions } from "./options.ts";
import type { Measured, MeasureOptions } from "./report.ts";
import { asText } from "./table.ts";

/** Measures and prints when the file is the program that was started: `npx tsx tests/bench/measures/<name>.ts [--quick] [--media …]`. */
export function runAlone(file: string, measure: (options: MeasureOptions) => Promise<Measured[]>) {
  if (process.argv[1] !== fileURLToPath(file)) return;
  measure(measureOptions(parseArgs({ options: measureFlags }).values)).then(
    (rows) => console.log(asText(rows)),
    (error) => {
      console.error(error);
      process.exitCode = 1;
    },
  );
}
