import { expect, test } from "vitest";
import { z } from "zod";
import * as scalars from "../../server/contract/scalars.ts";
import { videoSchema } from "../../server/contract/video.ts";
import { callNames, endpointOf } from "../../server/upstream-check/steps.ts";

/** What each schema that has a name is called in the table. */
const names = new Map<unknown, string>([
  [scalars.text, "text"],
  [scalars.identifier, "id"],
  [scalars.optionalId, "id"],
  [scalars.plainText, "text"],
  [scalars.moment, "time"],
  [scalars.count, "number"],
  [scalars.amount, "number"],
  [scalars.previewLength, "number"],
  [scalars.flag, "flag"],
  [scalars.address, "address"],
  [scalars.duration, "duration"],
  [scalars.ignored, "–"],
  [videoSchema, "Video"],
]);

const isAbsent = (schema: unknown) =>
  schema instanceof z.ZodUndefined || schema instanceof z.ZodNull;

/** A schema in one line, as it reads what is sent. */
function described(schema: z.core.$ZodType, within: z.core.$ZodType[] = []): string {
  const name = within.length > 0 || schema !== videoSchema ? names.get(schema) : undefined;
  if (name) return name;
  if (within.includes(schema)) return "…";
  const inside = (inner: z.core.$ZodType) => described(inner, [...within, schema]);
  const item = scalars.itemOf(schema as z.ZodType);
  if (item) return `[${inside(item)}]`;
  if (schema instanceof z.ZodPipe) return inside(schema.in);
  if (schema instanceof z.ZodLazy) return inside(schema.unwrap());
  if (schema instanceof z.ZodOptional) return `${inside(schema.unwrap())}?`;
  if (schema instanceof z.ZodNullable) return inside(schema.unwrap());
  if (schema instanceof z.ZodArray) return `[${inside(schema.element)}]`;
  if (schema instanceof z.ZodRecord) return `{date: ${inside(schema.valueType)}}`;
  if (schema instanceof z.ZodLiteral)
    return [...schema.values].map((one) => JSON.stringify(one)).join(" or ");
  if (schema instanceof z.ZodEnum)
    return schema.options.map((one) => JSON.stringify(one)).join(" or ");
  if (schema instanceof z.ZodUnion) {
    return schema.options
      .filter((one) => !isAbsent(one))
      .map(inside)
      .join(" or ");
  }
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries(schema.shape).map(
      ([field, inner]) => `${field}: ${inside(inner)}`,
    );
    return `{${fields.join(", ")}}`;
  }
  if (schema instanceof z.ZodString || schema instanceof z.ZodISODate) return "text";
  if (schema instanceof z.ZodNumber) return "number";
  if (schema instanceof z.ZodCustom) return "file";
  throw new Error(`no plainText for ${schema._zod.def.type}`);
}

const row = (cells: string[]) => `| ${cells.join(" | ")} |`;

function document(): string {
  const rows = callNames.map((name) => {
    const { method, path, member, encoding, body, data, answer } = endpointOf(name);
    const sent =
      method === "GET" ? "–" : `${encoding === "form" ? "form " : ""}\`${described(body)}\``;
    const answered =
      answer === "msg" ? "`msg`" : described(data) === "–" ? "–" : `\`${described(data)}\``;
    return row([`\`${name}\``, `${method} \`${path}\``, member ? "member" : "", sent, answered]);
  });
  return `# The upstream's calls

Made from \`server/contract/\` by \`tests/repository/upstream-calls.test.ts\`, and renewed by
\`npx vitest run -c remix.config.js --project request tests/repository/upstream-calls.test.ts -u\`. How an upstream is
connected is in [your own upstream](your-own-upstream.md).

An answer is \`{code, msg, data}\`, with code 0 for yes; the last column is \`data\`, plain or encrypted. A call for members
comes with the headers \`token\` and \`userid\`. What is sent may differ in the usual ways: a number as text, a flag as 0 or
1, a list under \`list\`, \`records\` or \`rows\`, a field left out.

\`Video\` is \`${described(videoSchema)}\`.

${row(["call", "path", "for", "sent", "data"])}
|---|---|---|---|---|
${rows.join("\n")}
`;
}

test("the table of the upstream's calls matches the contract", async () => {
  await expect(document()).toMatchFileSnapshot("../../docs/upstream-calls.md");
});
