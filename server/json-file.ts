import { readFileSync } from "node:fs";
import { z } from "zod/v4";

/** A setting that names a JSON file; its value is what the file holds. */
export const jsonFile = <Contents extends z.ZodType>(contents: Contents) =>
  z.string().transform((path, context): z.output<Contents> => {
    const parsed = contents.safeParse(read(path));
    if (parsed.success) return parsed.data;
    context.addIssue({ code: "custom", message: z.prettifyError(parsed.error) });
    return z.NEVER;
  });

/** What cannot be read is nothing that a schema would take. */
function read(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}
