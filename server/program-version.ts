import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Differs between builds: a hash of the built program, which this module is a part of. */
export const programVersion = (): string =>
  createHash("sha256")
    .update(readFileSync(fileURLToPath(import.meta.url)))
    .digest("base64url")
    .slice(0, 16);
