import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const files = ["app", "docs", "public", "server", "tests", "tools"].flatMap((root) =>
  readdirSync(root, { recursive: true, encoding: "utf8" }).map((file) => join(root, file)),
);

const comments = files
  .filter((file) => /^(app|server|tests|tools)\/.*\.(tsx?|js|css)$/.test(file))
  // its comments are examples
  .filter((file) => file !== "tests/repository/comments.test.ts")
  .flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/\/\*[\s\S]*?\*\/|(?<=^|[\s;{}(),])\/\/.*$/gm)].map(
      ([comment]) => ({ file, comment }),
    ),
  );

/** A reader would look for it in vain; "decision 1" is a file of docs/decisions. */
function missingIn(comment: string): string[] {
  const named = comment.match(/(?<![\w/.@])[\w@-][\w./@-]*\.(tsx?|jsx?|css|md)\b/g) ?? [];
  const decisions = [...comment.matchAll(/\bdecision (\d+)/g)].map(
    ([, number = ""]) => `docs/decisions/${number.padStart(4, "0")}-`,
  );
  const numbered =
    comment.match(
      /\b(specification|settled point|(section|point|chapter|finding|fault|issue) \d+)\b/gi,
    ) ?? [];
  return [
    ...named.filter((name) => !files.some((file) => file === name || file.endsWith(`/${name}`))),
    ...decisions.filter((start) => !files.some((file) => file.startsWith(start))),
    ...numbered,
  ];
}

/** Products that are named like files, hls.js's own document, and two names that tests make up. */
const elsewhere = /^(hls\.js|Node\.js|docs\/API\.md|x\.js|style\.css)$/;

test("comments refer to no missing document, section or file", () => {
  expect(comments.length).toBeGreaterThan(1_000);
  const dead = comments.flatMap(({ file, comment }) =>
    missingIn(comment)
      .filter((name) => !elsewhere.test(name))
      .map((name) => `${file}: ${name}`),
  );
  expect(dead).toEqual([]);
});

test.each([
  ["// see `app/gone.ts`", ["app/gone.ts"]],
  ["/* Source: specification, section 9. */", ["specification", "section 9"]],
  ["// settled point 3; decision 9999", ["docs/decisions/9999-", "settled point"]],
  ["// as decision 1 and `server/start.js` say", []],
])("%s is missing %j", (comment, missing) => expect(missingIn(comment)).toEqual(missing));
