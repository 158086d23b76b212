import { randomBytes } from "node:crypto";
import type { ServerBuild } from "@remix-run/server-runtime";
import { parseCookie } from "cookie";
import { Hono } from "hono";
import type { Logger } from "pino";
import { createContext } from "./context.ts";
import type { Site } from "./domain/site.ts";
import { createPasswordGate, ENTRY_PATH } from "./entry/entry.ts";
import type { SitePassword } from "./entry/site-password.ts";
import { createAnswerCompleter, type InlineCode, type PageCacheOutcome } from "./http/answer.ts";
import { compress, dropBody, encodeWhole, preferredEncoding } from "./http/compress.ts";
import {
  forwardedOrigin,
  peerAddress,
  requestIdOf,
  traceOf,
  withForwardedUrl,
} from "./http/proxy.ts";
import {
  refuse,
  refuseForgery,
  refuseInvalidHosts,
  refuseOtherMethods,
  refuseOversized,
  refuseUndecodablePaths,
} from "./http/refusals.ts";
import { createRenderLimiter } from "./http/render-limiter.ts";
import { limitRequestBodies, mayCarryFiles } from "./http/request-bodies.ts";
import { CSP_REPORTS_PATH, securityHeaders, securityText } from "./http/security.ts";
import { staticFiles } from "./http/static-files.ts";
import { cspReports } from "./observability/csp-reports.ts";
import { accessLog } from "./observability/log.ts";
import type { Metrics } from "./observability/metrics.ts";
import { operatorRoutes } from "./observability/operators.ts";
import type { FastPath } from "./page-cache/fast-path.ts";
import { createPageCache } from "./page-cache/page-cache.ts";
import { rateLimits } from "./rate-limits/limits.ts";
import { remixHandler, withRateLimitStatus } from "./remix/error-mapping.ts";
import type { Services } from "./services.ts";
import { openVisit, type Visit } from "./session/visit.ts";
import { serverTexts } from "./texts.ts";

export interface HostOptions {
  build: ServerBuild | (() => Promise<ServerBuild>);
  services: Services;
  site: Site;
  log: Logger;
  /** Default true. */
  accessLog?: boolean;
  metrics?: Metrics | undefined;
  /** With the tokens, other machines may read the metrics, and anybody may purge the caches; without, nobody may. */
  metricsToken?: string | undefined;
  purgeToken?: string | undefined;
  trustProxy: number;
  /** Limit on the total size of uploads in progress, in bytes. */
  maxUploadBytes?: number;
  mediaOrigins?: readonly string[];
  /** Contact for security reports: a `mailto:` or `https:` address. */
  securityContact?: string | undefined;
  /** Set if the site is for invited people only. */
  sitePassword?: SitePassword | undefined;
  /** Folders of the client build and of earlier ones; none in development, where Vite serves it. */
  clientDirectory?: string;
  earlierBuilds?: readonly string[];
  /** Whether the process is shutting down. */
  stopping: () => boolean;
}

type Variables = {
  Variables: {
    url: URL;
    address: string;
    requestId: string;
    inline?: InlineCode;
    cache?: PageCacheOutcome;
    sitePasswordMissing?: boolean;
    sessionCookies?: () => readonly string[];
  };
};

export interface Host {
  fetch: Hono<Variables>["fetch"];
  /** Only with Node's HTTP server. Called first; if it returns false, call `fetch`. */
  fastPath: FastPath;
  /** Drops all cached documents. */
  forgetPages: () => void;
}

/**
 * The web server around the Remix build. A request passes: id and address, health and metrics, the site's password,
 * static files, compression, refusals, pictures, page cache, Remix. `answer.ts` completes each answer.
 */
export function createHost(options: HostOptions): Host {
  const { services, site, log, metrics, clientDirectory, trustProxy, sitePassword } = options;
  const visitOptions = {
    sealer: services.sealer,
    counters: services.counters,
    onRefused: services.onRefused,
    ageGate: site.ageGate,
  };
  const completeAnswer = createAnswerCompleter({
    securityHeaders: (inline, { secure, sitePasswordMissing }) =>
      securityHeaders({
        ...inline,
        secure,
        ...(!sitePasswordMissing && {
          mediaOrigins: options.mediaOrigins,
          analyticsUrl: site.analyticsUrl,
        }),
        development: !clientDirectory,
      }),
    hasPassword: sitePassword !== undefined,
    observers: [
      ...(options.accessLog === false ? [] : [accessLog(log)]),
      ...(metrics ? [metrics.onAnswer] : []),
    ],
  });
  const remix = remixHandler(options.build, clientDirectory ? "production" : "development", log);
  const limitRenders = createRenderLimiter();
  const handle = async (request: Request, visit: Visit) => {
    const context = createContext(services, site, visit);
    const { member } = context;
    if (isMemberStatusRequest(request)) return Response.json(await member.status());
    const location = await member.registerAfterNoScriptReload();
    if (location) return new Response(null, { status: 302, headers: { location } });
    const answer = () => remix(request, context);
    return countsAsRender(request) ? limitRenders(answer) : answer();
  };
  // no page cache in development, so that every change shows at once
  const pageCache = clientDirectory
    ? createPageCache({
        handle,
        ageGate: site.ageGate,
        trustProxy,
        sitePassword,
        completeAnswer,
        log,
        capacity: services.memory.documents,
        onRendered: metrics?.onRendered,
      })
    : undefined;
  const forgetPages = () => pageCache?.forget();
  services.editions.follow(forgetPages);
  services.editions.follow(() => log.info("all that was cached of the catalogue was dropped"));

  const host = new Hono<Variables>();
  host.onError((error, c) => {
    log.error({ err: error, requestId: c.get("requestId") }, "request failed");
    return refuse(c, 500, serverTexts.serverError);
  });

  host.use(refuseInvalidHosts);
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
    completeAnswer(
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
        sitePasswordMissing: c.get("sitePasswordMissing"),
        sessionCookies: c.get("sessionCookies"),
      },
      (name, value) =>
        /^(set-cookie|vary)$/.test(name) ? headers.append(name, value) : headers.set(name, value),
    );
    if (c.req.method === "HEAD") dropBody(c);
  });

  host.route("/", operatorRoutes(services, { ...options, metricsPage: metrics?.page }));
  const passwordGate = sitePassword && createPasswordGate(sitePassword, services.sealer);
  if (passwordGate) host.use(passwordGate.guard);
  const { securityContact } = options;
  if (securityContact)
    host.get("/.well-known/security.txt", (c) => c.text(securityText(securityContact)));

  if (clientDirectory) host.use(staticFiles(clientDirectory, options.earlierBuilds));
  host.use(compress());
  host.use(
    refuseOversized,
    refuseUndecodablePaths,
    refuseForgery,
    refuseOtherMethods,
    limitRequestBodies(options.maxUploadBytes),
  );
  if (passwordGate) host.post(ENTRY_PATH, passwordGate.submit);
  host.post(CSP_REPORTS_PATH, cspReports(services.counters, log, metrics?.onViolation));
  // before the session is opened, because a page shows dozens of pictures, which need no session
  host.get("/image/:sealed", (c) => services.images.answer(c.req.param("sealed"), c.req.raw));

  host.all("*", async (c) => {
    const [url, requestId] = [c.get("url"), c.get("requestId")];
    const isHead = c.req.method === "HEAD";
    const encoding = isHead ? undefined : preferredEncoding(c.req.header("accept-encoding"));
    const visit = openVisit(
      {
        url,
        method: c.req.method,
        requestId,
        trace: traceOf(requestId, c.req.header("traceparent"), trustProxy),
        address: c.get("address"),
        cookies: parseCookie(c.req.header("cookie") ?? ""),
        accept: c.req.header("accept") ?? "",
        encodeWhole: (page, headers) => encodeWhole(page, headers, encoding),
        nonce: randomBytes(16).toString("base64"),
        log: log.child({ requestId }),
      },
      visitOptions,
    );
    // checked before the body is read
    if (mayCarryFiles(c) && !(await visit.limits.allows("files"))) {
      c.header("retry-after", String(FILES_WAIT_SECONDS));
      return refuse(c, 429, serverTexts.tooOften(FILES_WAIT_SECONDS));
    }
    const cached = await pageCache?.answer(c.req.raw, visit);
    c.set("inline", cached?.inline ?? { nonce: visit.nonce });
    if (cached) c.set("cache", cached.cache);
    const answer = cached?.response ?? (await handle(withForwardedUrl(c.req.raw, url), visit));
    c.set("sessionCookies", () => visit.session.commit(c.req.method !== "POST"));
    return withRateLimitStatus(answer, visit.limits);
  });
  return { fetch: host.fetch, fastPath: pageCache?.fastPath ?? (() => false), forgetPages };
}

const FILES_WAIT_SECONDS = rateLimits.files.windowMs / 1_000;

/** Answered without Remix, which takes a third less time: every visible tab polls it every ten seconds. */
const isMemberStatusRequest = ({ method, url }: Request) =>
  (method === "GET" || method === "HEAD") && new URL(url).pathname === "/member";

/** Excludes streams, which hold little memory, and requests with a body, whose duration depends on the sender. */
const countsAsRender = ({ method, url }: Request) =>
  method === "GET" && !new URL(url).pathname.startsWith("/stream/");
