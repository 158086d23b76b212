import type { Context } from "hono";
import type { Logger } from "pino";
import { z } from "zod";
import { type Counters, countEvent, networkBound } from "../rate-limits/counters.ts";

const MINUTE = 60_000;
/** Requests of one network in a minute; browsers send what a page did in one. */
const PER_NETWORK = 60;
/** A directive is logged once in this time, in milliseconds. */
const LOGGED_EVERY_MS = 60 * MINUTE;

const LABEL =
  /^((default|script|style|img|media|connect|worker|object|font|frame|manifest)-src(-elem|-attr)?|base-uri|form-action|frame-ancestors)$/;
const directive = z.string().transform((name) => (LABEL.test(name) ? name : "other"));

/** `inline`, `eval` and the like; of an address only the origin is kept. */
const blocked = z.string().transform((what) => {
  if (/^[\w-]{1,20}$/.test(what)) return what;
  return /^https?:/.test(what) && URL.canParse(what) ? new URL(what).origin : "other";
});

/** The Reporting API's body. Pages' addresses and samples are not read. */
const body = z.object({ effectiveDirective: directive, blockedURL: blocked.catch("other") });
const reports = z.array(z.object({ type: z.literal("csp-violation"), body })).max(100);

/** Counts what browsers report of the content security policy, and logs each directive once an hour. */
export function cspReports(
  counters: Counters,
  log: Logger,
  onViolation: (directive: string) => void = () => undefined,
) {
  const logged = new Map<string, number>();
  return async (c: Context<{ Variables: { address: string } }>): Promise<Response> => {
    const bound = networkBound("csp", c.get("address"), PER_NETWORK, MINUTE);
    if ((await countEvent(counters, bound)).waitMs > 0) return c.body(null, 429);
    const parsed = reports.safeParse(await c.req.json().catch(() => undefined));
    if (!parsed.success) return c.body(null, 400);
    for (const { effectiveDirective, blockedURL } of parsed.data.map((report) => report.body)) {
      onViolation(effectiveDirective);
      if (Date.now() - (logged.get(effectiveDirective) ?? 0) < LOGGED_EVERY_MS) continue;
      logged.set(effectiveDirective, Date.now());
      const about = { directive: effectiveDirective, blocked: blockedURL };
      log.warn(about, "a browser reports that the content security policy stopped something");
    }
    return c.body(null, 204);
  };
}
