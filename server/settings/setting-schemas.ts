import { readFileSync } from "node:fs";
import { z } from "zod";

export const webOrigin = z.string().refine((value) => {
  const url = tryUrl(value);
  return /^https?:$/.test(url?.protocol ?? "") && url?.origin === value.replace(/\/$/, "");
});
export const webOrigins = z
  .string()
  .transform((value) => value.split(/[\s,]+/).filter(Boolean))
  .pipe(z.array(webOrigin));
export const webUrl = z.string().refine((value) => /^https?:$/.test(tryUrl(value)?.protocol ?? ""));

const separatedByCommas = (item: z.ZodType<string, string>) =>
  z
    .string()
    .transform((value) => value.split(",").map((part) => part.trim()))
    .pipe(z.array(item));
export const webUrls = separatedByCommas(webUrl);
/** Envelope codes. */
export const codes = separatedByCommas(z.string().regex(/^[\w.-]{1,20}$/));
export const secretTexts = (shortest: number) => separatedByCommas(z.string().min(shortest));

/** A placeholder for the member's id may be anywhere except in the host. */
export const webUrlWithMember = webUrl.refine((value) => !tryUrl(value)?.host.includes("{"));
export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/)
    .transform(Number)
    .refine((value) => value >= min && value <= max);

export const storeUrl = z
  .string()
  .refine((value) => /^(rediss?:\/\/[^/]|unix:\/)/.test(value) && URL.canParse(value));

export const headerLine = z.string().regex(/^[\w-]+:\s*[\x21-\x7e][\x20-\x7e]*$/);
export const bearerToken = z.string().regex(/^[\x21-\x7e]{16,}$/);

/** A key as UTF-8 text, or hex with the prefix `hex:`. */
export const bytes = (...lengths: number[]) =>
  z
    .string()
    .transform((value) =>
      value.startsWith("hex:") ? Buffer.from(value.slice(4), "hex") : Buffer.from(value, "utf8"),
    )
    .refine((value) => lengths.includes(value.length));

/** Entries `value`, `host=value` or `*.host=value`. Values may contain spaces: only those before a `host=` separate. */
export const byHost = (value: z.ZodType<string, string>) =>
  z
    .string()
    .transform((text) =>
      text
        .trim()
        .split(/\s+(?=[\w*.-]+=)/)
        .map((entry) => {
          const [, host = "*", own = entry] = /^([\w*.-]+)=(.*)$/s.exec(entry) ?? [];
          return { host: host.toLowerCase(), value: own };
        }),
    )
    .pipe(z.array(z.object({ host: z.string().regex(HOST_PATTERN), value })));

const HOST_PATTERN = /^(\*|(\*\.)?[\w-]+(\.[\w-]+)*)$/;

export const jsonFile = <Contents extends z.ZodType>(contents: Contents) =>
  z.string().transform((path, context): z.output<Contents> => {
    const parsed = contents.safeParse(readJson(path));
    if (parsed.success) return parsed.data;
    context.addIssue({ code: "custom", message: z.prettifyError(parsed.error) });
    return z.NEVER;
  });

/** `undefined`, which no schema accepts, if the file cannot be read. */
function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}

export const proxyUrl = webUrl.refine(isProxy);

function isProxy(value: string): boolean {
  const url = tryUrl(value);
  try {
    decodeURIComponent(`${url?.username}${url?.password}`);
  } catch {
    return false;
  }
  return url?.pathname === "/" && !url.search && !url.hash;
}

const tryUrl = (value: string) => (URL.canParse(value) ? new URL(value) : undefined);
