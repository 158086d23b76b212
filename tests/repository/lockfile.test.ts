import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";

const entry = z.object({ optionalDependencies: z.record(z.string(), z.string()).optional() });
const lockfile = z
  .object({ packages: z.record(z.string(), entry) })
  .parse(JSON.parse(readFileSync("package-lock.json", "utf8")));

/** npm can drop another platform's package from the lockfile without a word; `npm ci` fails there. */
test("the lockfile contains every optional platform package", () => {
  const names = Object.keys(lockfile.packages);
  const missing = Object.entries(lockfile.packages).flatMap(
    ([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies)
        .filter(
          (name) =>
            !names.some(
              (known) =>
                known === `${path}/node_modules/${name}` || known.endsWith(`node_modules/${name}`),
            ),
        )
        .map((name) => `${path} wants ${name}`),
  );
  expect(missing).toEqual([]);
});

test("the lockfile names no registry, so each developer's own is used", () => {
  expect(readFileSync("package-lock.json", "utf8")).not.toContain('"resolved": "http');
});
