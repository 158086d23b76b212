import { randomBytes } from "node:crypto";
import { getConnInfo } from "@hono/node-server/conninfo";
import { createRequestHandler, type ServerBuild } from "@remix-run/server-runtime";
import { parseCookie } from "cookie";
import { Hono, type Context as HonoContext } from "hono";
import type { Logger } from "pino";
import { createContext } from "../context.ts";
import type { Site } from "../domain/site.ts";
import type { RawDoor } from "../page-cache/fast-path.ts";
import type { SharedAnswer } from "../page-cache/page-cache.ts";
import { createDocuments } from "../page-cache/page-cache.ts";
import { tellOutcomes } from "../remix/tell-outcomes.ts";
import { markTooOften } from "../remix/too-often.ts";
import type { Services } from "../services.ts";
import { type AnswerObserver, type DocumentOutcome, logAnswers, serverTiming } from "./answers.ts";
import { compress } from "./compress.ts";
import type { Metrics } from "./metrics.ts";
import { metricsPage } from "./metrics.ts";
import { asBelieved, believedOrigin, requestIdOf } from "./proxy.ts";
import {
  refuse,
  refuseForgery,
  refuseLargeBody,
  refuseLongHeads,
  refuseOddAddresses,
  refuseOddMethods,
} from "./refusals.ts";
import { isShared, keepFromCaches, securityHeaders } from "./security.ts";
import { staticFiles } from "./static-files.ts";

export interface HostOptions {
  build: ServerBuild | (() => Promise<ServerBuild>);
  services: Services;
  site: Site;
  log: Logger;
  /** A line for every answer; by default there is one. */
  accessLog?: boolean;
  metrics?: Metrics | undefined;
  /** Lets others than this machine look at the metrics. */
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
    inline?: SharedAnswer["inline"];
    cache?: DocumentOutcome;
    url: URL;
    address: string;
    requestId: string;
  };
};

export interface Host {
  fetch: Hono<Variables>["fetch"];
  /** In front of `fetch`, where the server is Node's own: answers with kept documents. */
  answerKept: RawDoor;
}

/**
 * The web server around the Remix build, in the order a request travels: identity and log, security headers,
 * health and metrics, static files, compression, refusals, pictures, documents that are the same for everybody, Remix.
 */
export function createHost(options: HostOptions): Host {
  const host = new Hono<Variables>();
  const { build, accessLog = true, metrics } = options;
  const observers = [
    ...(accessLog ? [logAnswers(options.log)] : []),
    ...(metrics ? [metrics.onAnswer] : []),
  ];
  const onAnswer: AnswerObserver = (report) => {
    for (const observe of observers) observe(report);
  };
  const told = (plain: ServerBuild) => logged(tellOutcomes(plain, options.log), options.log);
  const mode = options.clientDirectory ? "production" : "development";
  const handle = createRequestHandler(
    typeof build === "function" ? async () => told(await build()) : told(build),
    mode,
  );

  const headersFor = (inline: SharedAnswer["inline"] | undefined, secure: boolean) =>
    securityHeaders({
      ...inline,
      mediaOrigins: options.mediaOrigins,
      analyticsUrl: options.site.analyticsUrl,
      secure,
      development: !options.clientDirectory,
    });
  // while developing, every change is to be seen at once
  const documents = options.clientDirectory
    ? createDocuments({
        ...options,
        handle,
        onAnswer,
        onRendered: metrics?.onRendered,
        securityHeaders: (hashes, secure) => headersFor({ hashes }, secure),
      })
    : undefined;

  host.onError((error, c) => {
    options.log.error({ err: error, requestId: c.get("requestId") }, "request failed");
    return refuse(c, 500, "服务器开小差了，请稍后重试");
  });

  host.use(async (c, next) => {
    const started = performance.now();
    const origin = believedOrigin(c.req.raw, peerAddress(c), options.trustProxy);
    const requestId = requestIdOf(c.req.header("x-request-id"), options.trustProxy);
    c.set("requestId", requestId);
    c.set("url", origin.url);
    c.set("address", origin.address);
    await next();
    const headers = headersFor(c.get("inline"), origin.url.protocol === "https:");
    for (const [name, value] of Object.entries(headers)) c.res.headers.set(name, value);
    c.res.headers.set("x-request-id", requestId);
    keepFromCaches(c.res.headers, c.req.header("sec-purpose"));
    const { pathname } = origin.url;
    const { method } = c.req;
    const [ms, cache] = [performance.now() - started, c.get("cache")];
    if (isPage(c.res.headers, pathname)) {
      c.res.headers.set("server-timing", serverTiming({ ms, cache }));
    }
    const bytes = Number(c.res.headers.get("content-length") ?? Number.NaN);
    onAnswer({
      ...{ requestId, method, pathname, status: c.res.status, ms, cache },
      ...(!Number.isNaN(bytes) && { bytes }),
    });
    if (c.req.method === "HEAD") leaveBody(c);
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

  if (metrics) host.get("/metrics", metricsPage(metrics, peerAddress, options.metricsToken));

  if (options.clientDirectory) host.use(staticFiles(options.clientDirectory));
  host.use(compress());

  host.use(refuseLongHeads, refuseOddAddresses, refuseForgery, refuseOddMethods, refuseLargeBody);
  // a page shows dozens of them, and they ask for nothing of what the app knows
  host.get("/image/:sealed", (c) =>
    options.services.images.answer(c.req.param("sealed"), c.req.raw),
  );
  host.all("*", async (c) => {
    const url = c.get("url");
    const nonce = randomBytes(16).toString("base64");
    const context = createContext(options.services, options.site, {
      cookies: parseCookie(c.req.header("cookie") ?? ""),
      accept: c.req.header("accept") ?? "",
      url,
      address: c.get("address"),
      nonce,
      requestId: c.get("requestId"),
      log: options.log.child({ requestId: c.get("requestId") }),
    });
    const shared = await documents?.answer(c.req.raw, {
      url,
      ageGateClosed: context.ageGate.closed,
      mayCause: () => context.limits.allows("search"),
    });
    c.set("inline", shared?.inline ?? { nonce });
    if (shared) c.set("cache", shared.cache);
    const answer = shared?.response ?? (await handle(asBelieved(c.req.raw, url), context));
    const response = markTooOften(answer, context.limits);
    const cookie = isShared(response.headers) ? undefined : context.session.commit();
    if (cookie) response.headers.append("set-cookie", cookie);
    return response;
  });
  return {
    fetch: host.fetch,
    answerKept: documents?.answerKept ?? (() => false),
  };
}

/** What Remix would print as it is goes into the log, a line of JSON without secrets. */
const logged = (build: ServerBuild, log: Logger): ServerBuild => ({
  ...build,
  entry: {
    module: {
      ...build.entry.module,
      handleError(error, { request, context }) {
        const { pathname } = new URL(request.url);
        const { requestId } = context;
        if (!request.signal.aborted) log.warn({ err: error, requestId, pathname }, "a page failed");
      },
    },
  },
});

/** Nobody reads it, and it would hold its file or connection. Hono alone would lose headers that were added since. */
function leaveBody(c: HonoContext) {
  const { status, headers, body } = c.res;
  body?.cancel().catch(() => undefined);
  c.res = undefined;
  c.res = new Response(null, { status, headers });
}

/** What people wait for: documents, and the data of the next one. */
const isPage = (headers: Headers, pathname: string) =>
  pathname.endsWith(".data") || (headers.get("content-type") ?? "").startsWith("text/html");

const peerAddress = (c: HonoContext): string => {
  // requests made in-process by tests have no connection
  return c.env && "incoming" in c.env ? (getConnInfo(c).remote.address ?? "") : "";
};
