import { randomBytes } from "node:crypto";
import { getConnInfo } from "@hono/node-server/conninfo";
import { createRequestHandler, type ServerBuild } from "@remix-run/server-runtime";
import { parseCookie } from "cookie";
import { Hono, type Context as HonoContext } from "hono";
import type { Logger } from "pino";
import { createContext } from "../context.ts";
import type { Site } from "../domain/site.ts";
import type { FastPath } from "../page-cache/fast-path.ts";
import { createPageCache } from "../page-cache/page-cache.ts";
import { withErrorMapping, withRateLimitStatus } from "../remix/error-mapping.ts";
import type { Services } from "../services.ts";
import { openVisit, type Visit } from "../session/visit.ts";
import { serverTexts } from "../texts.ts";
import { createCompleteAnswer, type InlineCode, type PageCacheOutcome } from "./answer.ts";
import { compress } from "./compress.ts";
import { accessLog } from "./log.ts";
import { type Metrics, metricsPage } from "./metrics.ts";
import { forwardedOrigin, requestIdOf, withForwardedUrl } from "./proxy.ts";
import {
  refuse,
  refuseForgery,
  refuseLargeBody,
  refuseLongHeads,
  refuseOtherMethods,
  refuseUnreadableAddresses,
} from "./refusals.ts";
import { securityHeaders } from "./security.ts";
import { staticFiles } from "./static-files.ts";

export interface HostOptions {
  build: ServerBuild | (() => Promise<ServerBuild>);
  services: Services;
  site: Site;
  log: Logger;
  /** A line for every answer; by default there is one. */
  accessLog?: boolean;
  metrics?: Metrics | undefined;
  /** Lets others than this machine read the metrics. */
  metricsToken?: string | undefined;
  trustProxy: number;
  mediaOrigins?: readonly string[];
  /** The folder with the browser's build; none while Vite serves it. */
  clientDirectory?: string;
  /** Whether the process is about to stop. */
  stopping: () => boolean;
}

type Variables = {
  Variables: {
    url: URL;
    address: string;
    requestId: string;
    inline?: InlineCode;
    cache?: PageCacheOutcome;
    sessionCookie?: () => string | undefined;
  };
};

export interface Host {
  fetch: Hono<Variables>["fetch"];
  /** To be asked before `fetch`, where the server is Node's own. */
  fastPath: FastPath;
}

/**
 * The web server around the Remix build, in the order a request travels: identity, health and metrics, static files,
 * compression, refusals, pictures, page cache, Remix. On its way back each answer is completed (`answer.ts`).
 */
export function createHost(options: HostOptions): Host {
  const { services, site, log, metrics, clientDirectory, trustProxy } = options;
  const visitOptions = {
    sealer: services.sealer,
    counters: services.counters,
    onRefused: services.onRefused,
    ageGate: site.ageGate,
  };
  const complete = createCompleteAnswer({
    securityHeaders: (inline, secure) =>
      securityHeaders({
        ...inline,
        secure,
        mediaOrigins: options.mediaOrigins,
        analyticsUrl: site.analyticsUrl,
        development: !clientDirectory,
      }),
    observers: [
      ...(options.accessLog === false ? [] : [accessLog(log)]),
      ...(metrics ? [metrics.onAnswer] : []),
    ],
  });
  const remix = remixHandler(options);
  const handle = (request: Request, visit: Visit) =>
    remix(request, createContext(services, site, visit));
  // while developing, every change is to be seen at once
  const pageCache = clientDirectory
    ? createPageCache({
        handle,
        visitOptions,
        trustProxy,
        complete,
        log,
        onRendered: metrics?.onRendered,
      })
    : undefined;

  const host = new Hono<Variables>();
  host.onError((error, c) => {
    log.error({ err: error, requestId: c.get("requestId") }, "request failed");
    return refuse(c, 500, serverTexts.serverError);
  });

  host.use(async (c, next) => {
    const started = performance.now();
    const { url, address } = forwardedOrigin(c.req.raw, peerAddress(c), trustProxy);
    const requestId = requestIdOf(c.req.header("x-request-id"), trustProxy);
    c.set("requestId", requestId);
    c.set("url", url);
    c.set("address", address);
    await next();
    const { headers, status } = c.res;
    const length = headers.get("content-length");
    complete(
      {
        method: c.req.method,
        pathname: url.pathname,
        status,
        requestId,
        started,
        secure: url.protocol === "https:",
        contentType: headers.get("content-type"),
        cacheControl: headers.get("cache-control"),
        purpose: c.req.header("sec-purpose"),
        bytes: length === null ? undefined : Number(length),
        inline: c.get("inline"),
        cache: c.get("cache"),
        sessionCookie: c.get("sessionCookie"),
      },
      (name, value) =>
        /^(set-cookie|vary)$/.test(name) ? headers.append(name, value) : headers.set(name, value),
    );
    if (c.req.method === "HEAD") dropBody(c);
  });

  host.get("/healthz", (c) => c.json({ ok: true }));
  host.get("/readyz", async (c) => {
    if (options.stopping()) return c.json({ ok: false, reason: "stopping" }, 503);
    try {
      await services.ready();
      return c.json({ ok: true });
    } catch {
      return c.json({ ok: false, reason: "upstream" }, 503);
    }
  });
  if (metrics) host.get("/metrics", metricsPage(metrics, peerAddress, options.metricsToken));

  if (clientDirectory) host.use(staticFiles(clientDirectory));
  host.use(compress());
  host.use(
    refuseLongHeads,
    refuseUnreadableAddresses,
    refuseForgery,
    refuseOtherMethods,
    refuseLargeBody,
  );
  // a page shows dozens of pictures, and they need neither a session nor a context
  host.get("/image/:sealed", (c) => services.images.answer(c.req.param("sealed"), c.req.raw));

  host.all("*", async (c) => {
    const [url, requestId] = [c.get("url"), c.get("requestId")];
    const visit = openVisit(
      {
        url,
        requestId,
        address: c.get("address"),
        cookies: parseCookie(c.req.header("cookie") ?? ""),
        accept: c.req.header("accept") ?? "",
        nonce: randomBytes(16).toString("base64"),
        log: log.child({ requestId }),
      },
      visitOptions,
    );
    const cached = await pageCache?.answer(c.req.raw, visit);
    c.set("inline", cached?.inline ?? { nonce: visit.nonce });
    if (cached) c.set("cache", cached.cache);
    const answer = cached?.response ?? (await handle(withForwardedUrl(c.req.raw, url), visit));
    c.set("sessionCookie", () => visit.session.commit());
    return withRateLimitStatus(answer, visit.limits);
  });
  return { fetch: host.fetch, fastPath: pageCache?.fastPath ?? (() => false) };
}

function remixHandler({ build, clientDirectory, log }: HostOptions) {
  const mode = clientDirectory ? "production" : "development";
  return createRequestHandler(
    typeof build === "function"
      ? async () => withErrorMapping(await build(), log)
      : withErrorMapping(build, log),
    mode,
  );
}

/** A body that nobody reads would hold its file or connection. Hono alone would lose headers that were added since. */
function dropBody(c: HonoContext) {
  const { status, headers, body } = c.res;
  body?.cancel().catch(() => undefined);
  c.res = undefined;
  c.res = new Response(null, { status, headers });
}

/** Requests that tests make in-process have no connection. */
const peerAddress = (c: HonoContext): string =>
  c.env && "incoming" in c.env ? (getConnInfo(c).remote.address ?? "") : "";
