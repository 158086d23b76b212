import { randomBytes, randomUUID } from "node:crypto";
import { getConnInfo } from "@hono/node-server/conninfo";
import { serveStatic } from "@hono/node-server/serve-static";
import { createRequestHandler, type ServerBuild } from "@remix-run/server-runtime";
import { Hono, type Context as HonoContext } from "hono";
import type { Logger } from "pino";
import { compress } from "./compress.ts";
import { createContext } from "./context/index.ts";
import type { Services } from "./context/services.ts";
import type { Site } from "./context/site.ts";
import { asBelieved, believedOrigin } from "./proxy.ts";
import { refuseUnreadableForms } from "./readable-forms.ts";
import { refuseForgery, refuseLargeBody, refuseLongHeads } from "./refusals.ts";
import { isShared, securityHeaders } from "./security.ts";
import { tellSessionEndings } from "./session-endings.ts";
import { markTooOften, tellTooOften } from "./too-often.ts";

export interface HostOptions {
  build: ServerBuild | (() => Promise<ServerBuild>);
  services: Services;
  site: Site;
  log: Logger;
  trustProxy: number;
  mediaOrigins?: readonly string[];
  /** The folder with the browser's build; none while Vite serves it. */
  clientDirectory?: string;
  /** Bumped to true when the process is about to stop. */
  stopping: () => boolean;
}

type Variables = {
  Variables: { nonce: string; url: URL; address: string; requestId: string };
};

/**
 * The web server around the Remix build, in the order a request travels: identity and log, security headers,
 * health, compression, static files, refusals, Remix.
 */
export function createHost(options: HostOptions) {
  const host = new Hono<Variables>();
  const { build } = options;
  const told = (plain: ServerBuild) =>
    logged(tellSessionEndings(tellTooOften(refuseUnreadableForms(plain))), options.log);
  const handle = createRequestHandler(
    typeof build === "function" ? async () => told(await build()) : told(build),
    options.clientDirectory ? "production" : "development",
  );

  host.onError((error, c) => {
    options.log.error({ err: error, requestId: c.get("requestId") }, "request failed");
    return c.text("服务器开小差了，请稍后重试", 500);
  });

  host.use(async (c, next) => {
    const started = performance.now();
    const origin = believedOrigin(c.req.raw, peerAddress(c), options.trustProxy);
    const [requestId, nonce] = [randomUUID(), randomBytes(16).toString("base64")];
    c.set("requestId", requestId);
    c.set("nonce", nonce);
    c.set("url", origin.url);
    c.set("address", origin.address);
    await next();
    const headers = securityHeaders({
      nonce,
      mediaOrigins: options.mediaOrigins,
      analyticsUrl: options.site.analyticsUrl,
      secure: origin.url.protocol === "https:",
      development: !options.clientDirectory,
    });
    for (const [name, value] of Object.entries(headers)) c.res.headers.set(name, value);
    c.res.headers.set("x-request-id", requestId);
    const { pathname } = origin.url;
    const ms = Math.round(performance.now() - started);
    options.log.debug(
      { requestId, method: c.req.method, pathname, status: c.res.status, ms },
      "request",
    );
  });

  host.get("/healthz", (c) => c.json({ ok: true }));
  host.get("/readyz", async (c) => {
    if (options.stopping()) return c.json({ ok: false, reason: "stopping" }, 503);
    try {
      await options.services.ready();
      return c.json({ ok: true });
    } catch {
      return c.json({ ok: false, reason: "upstream" }, 503);
    }
  });

  host.use(compress());
  if (options.clientDirectory) {
    const root = options.clientDirectory;
    host.get("/assets/*", files(root, "public, max-age=31536000, immutable"), (c) => c.notFound());
    // the browser asks for it anew to see whether there is a new version
    host.get("/sw.js", files(root, "no-cache"));
    host.get("/*", files(root, "public, max-age=3600"));
  }

  host.use(refuseLongHeads, refuseForgery, refuseLargeBody);
  host.all("*", async (c) => {
    const url = c.get("url");
    const context = createContext(options.services, options.site, {
      cookie: c.req.header("cookie") ?? null,
      url,
      address: c.get("address"),
      nonce: c.get("nonce"),
      log: options.log.child({ requestId: c.get("requestId") }),
    });
    const answer = await handle(asBelieved(c.req.raw, url), context);
    const response = markTooOften(answer, context.limits);
    const cookie = isShared(response.headers) ? undefined : context.session.commit();
    if (cookie) response.headers.append("set-cookie", cookie);
    return response;
  });
  return host;
}

/** What Remix would print as it is goes into the log, a line of JSON without secrets. */
const logged = (build: ServerBuild, log: Logger): ServerBuild => ({
  ...build,
  entry: {
    module: {
      ...build.entry.module,
      handleError(error, { request }) {
        const { pathname } = new URL(request.url);
        if (!request.signal.aborted) log.warn({ err: error, pathname }, "a page failed");
      },
    },
  },
});

const files = (root: string, cacheControl: string) =>
  serveStatic({
    root,
    onFound: (_path, c) => c.header("cache-control", cacheControl),
  });

const peerAddress = (c: HonoContext): string => {
  // requests made in-process by tests have no connection
  return c.env && "incoming" in c.env ? (getConnInfo(c).remote.address ?? "") : "";
};
