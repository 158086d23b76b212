import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readEnv } from "../../../server/settings/env.ts";
import { readUpstreamEnv } from "../../../server/upstream/settings.ts";

const read = (file: string) => readFileSync(file, "utf8");
const matches = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, name = ""]) => name);
/** Only the programs themselves set it. */
const notForOperators = "NODE_ENV";

const schemas = `${read("server/settings/env.ts")}${read("server/upstream/settings.ts")}`;
const inSchemas = new Set(matches(schemas, /^ {2}([A-Z][A-Z_]+): \{/gm));
inSchemas.delete(notForOperators);

const examples = matches(read(".env.example"), /^# ([A-Z][A-Z_]+=.*)$/gm).map((line) => {
  const [name = ""] = line.split("=");
  return { name, value: line.slice(name.length + 1) };
});

const table = read("docs/settings.md");
const inDocument = table
  .split("\n")
  .filter((line) => line.startsWith("| `"))
  .flatMap((line) => matches(line.split(" | ")[0] ?? "", /`([A-Z][A-Z_]+)`/g));

const sorted = (names: Iterable<string>) => [...names].sort();

describe("every setting", () => {
  test("is in the table of docs/settings.md, once", () => {
    expect(sorted(inDocument)).toEqual(sorted(inSchemas));
  });

  test("is in .env.example, once", () => {
    expect(sorted(examples.map(({ name }) => name))).toEqual(sorted(inSchemas));
  });

  test("in .env.example is valid as written there", () => {
    const given = Object.fromEntries(
      examples
        .filter(({ name }) => !name.endsWith("_FILE"))
        .map(({ name, value }) => [name, value]),
    );
    readEnv(given);
    const { UPSTREAM_AES_KEY: _siteOnly, UPSTREAM_AES_IV: _too, ...upstream } = given;
    readUpstreamEnv(upstream);
  });
});
