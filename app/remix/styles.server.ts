import { readFileSync } from "node:fs";
import { join } from "node:path";

const BUILT = "build/client";

/** The text of built stylesheets, each once. */
export const stylesOf = (addresses: string[]) =>
  [...new Set(addresses)]
    .map((address) => readFileSync(join(BUILT, address), "utf8").trim())
    .join("");
