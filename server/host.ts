import { randomBytes, randomUUID } from "node:crypto";
import { getConnInfo } from "@hono/node-server/conninfo";
import { createRequestHandler, type ServerBuild } from "@remix-run/server-runtime";
import { Hono, type Context as HonoContext } from "hono";
import type { Logger } from "pino";
import { compress } from "./compress.ts";
import { createContext } from "./context/index.ts";
import type { Services } from "./context/services.ts";
import type { Site } from "./context/site.ts";
import { createDocuments } from "./documents/documents.ts";
import type { RawDoor } from "./documents/raw-door.ts";
import type { SharedAnswer } from "./documents/request-door.ts";
import { tellFailures } from "./failures.ts";
import { refuseMissing } from "./missing-handlers.ts";
import { asBelieved, believedOrigin } from "./proxy.ts";
import { refuseUnreadableForms } from "./readable-forms.ts";
import { refuse } from "./refusal-page.ts";
import {
  refuseForgery,
  refuseLargeBody,
  refuseLongHeads,
  refuseOddAddresses,
  refuseOddMethods,
} from "./refusals.ts";
import { isShared, securityHeaders } from "./security.ts";
import { tellSessionEndings } from "./session-endings.ts";
import { staticFiles } from "./static-files.ts";
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
  Variables: { inline?: SharedAnswer["inline"]; url: URL; address: string; requestId: string };
};

export interface Host {
  fetch: Hono<Variables>["fetch"];
  /** In front of `fetch`, where the server is Node's own: answers with kept documents. */
  answerKept: RawDoor;
}

/**
 * The web server around the Remix build, in the order a request travels: identity and log, security headers,
 * health, static files, compression, refusals, documents that are the same for everybody, Remix.
 */
export function createHost(options: HostOptions): Host {
  const host = new Hono<Variables>();
  const { build } = options;
  const told = (plain: ServerBuild) =>
    logged(
      tellFailures(
        tellSessionEndings(tellTooOften(refuseUnreadableForms(refuseMissing(plain)))),
        options.log,
      ),
      options.log,
    );
  const handle = createRequestHandler(
    typeof build === "function" ? async () => told(await build()) : told(build),
    options.clientDirectory ? "production" : "development",
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
    const requestId = randomUUID();
    c.set("requestId", requestId);
    c.set("url", origin.url);
    c.set("address", origin.address);
    await next();
    const headers = headersFor(c.get("inline"), origin.url.protocol === "https:");
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

  if (options.clientDirectory) host.use(staticFiles(options.clientDirectory));
  host.use(compress());

  host.use(refuseLongHeads, refuseOddAddresses, refuseForgery, refuseOddMethods, refuseLargeBody);
  host.all("*", async (c) => {
    const url = c.get("url");
    const nonce = randomBytes(16).toString("base64");
    const context = createContext(options.services, options.site, {
      cookie: c.req.header("cookie") ?? null,
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
      handleError(error, { request }) {
        const { pathname } = new URL(request.url);
        if (!request.signal.aborted) log.warn({ err: error, pathname }, "a page failed");
      },
    },
  },
});

const peerAddress = (c: HonoContext): string => {
  // requests made in-process by tests have no connection
  return c.env && "incoming" in c.env ? (getConnInfo(c).remote.address ?? "") : "";
};
