import { createHash, timingSafeEqual } from "node:crypto";
import { type Context, Hono } from "hono";
import { isLoopback } from "../http/network-address.ts";
import { peerAddress } from "../http/proxy.ts";
import { type Counters, countEvent, networkBound } from "../rate-limits/counters.ts";
import type { Editions } from "../shared-store/editions.ts";
import { withLocalFallback } from "../shared-store/shared-store.ts";
import { serverTexts } from "../texts.ts";

const MINUTE = 60_000;
/** In a minute: tries from one network, and purges of all, because each makes every page anew. */
const PURGE_TRIES = 20;
const PURGES = 10;

interface OperatorOptions {
  /** Whether the process is shutting down. */
  stopping: () => boolean;
  metricsPage: (() => Promise<{ type: string; text: string }>) | undefined;
  /** Tokens with which other machines may read the metrics, and anybody may purge. */
  metricsToken?: string | undefined;
  purgeToken?: string | undefined;
}

/**
 * Routes for operators: health, metrics and purging the caches. To others the last two do not exist (404).
 *
 * @param services.ready rejects while no page could be made
 */
export function operatorRoutes(
  services: { counters: Counters; editions: Pick<Editions, "begin">; ready: () => Promise<void> },
  { stopping, metricsPage, metricsToken, purgeToken }: OperatorOptions,
) {
  const { counters, editions, ready } = services;
  const routes = new Hono<{ Variables: { address: string } }>();
  routes.get("/healthz", (c) => c.json({ ok: true }));
  routes.get("/readyz", async (c) => {
    if (stopping()) return c.json({ ok: false, reason: "stopping" }, 503);
    try {
      await ready();
      return c.json({ ok: true });
    } catch {
      return c.json({ ok: false, reason: "upstream" }, 503);
    }
  });
  if (metricsPage) {
    routes.get("/metrics", async (c) => {
      if (!isLocal(c) && !hasToken(c, metricsToken)) return c.notFound();
      const { type, text } = await metricsPage();
      return c.body(text, 200, { "content-type": type });
    });
  }
  if (purgeToken) {
    routes.post("/purge", async (c) => {
      const tries = networkBound("purge", c.get("address"), PURGE_TRIES, MINUTE);
      const purges = { key: "purge:all", max: PURGES, windowMs: MINUTE };
      const tried = await countEvent(counters, tries);
      if (tried.waitMs === 0 && !hasToken(c, purgeToken)) return c.notFound();
      const waitMs = tried.waitMs || (await countEvent(counters, [purges])).waitMs;
      if (waitMs > 0) {
        const seconds = Math.ceil(waitMs / 1_000);
        return c.text(serverTexts.tooOften(seconds), 429, { "retry-after": String(seconds) });
      }
      const begun = () => editions.begin().then(() => 204 as const);
      return c.body(null, await withLocalFallback<202 | 204>(begun, () => 202));
    });
  }
  return routes;
}

/** Headers added by proxies: a request with one of them is not local, whatever its peer address. */
const byProxy = /^(forwarded|x-forwarded-(for|host|proto)|x-real-ip|via)$/;
const isLocal = (c: Context) =>
  isLoopback(peerAddress(c)) && !Object.keys(c.req.header()).some((name) => byProxy.test(name));

/** In constant time. */
function hasToken(c: Context, token: string | undefined): boolean {
  const digest = (value: string) => createHash("sha256").update(value).digest();
  const given = digest(c.req.header("authorization") ?? "");
  return token !== undefined && timingSafeEqual(given, digest(`Bearer ${token}`));
}
