import type { ServerBuild } from "@remix-run/server-runtime";
import { type Logger, pino } from "pino";
import { builtInHotWords, builtInTopics } from "../../../server/domain/site.ts";
import { createSitePassword } from "../../../server/entry/site-password.ts";
import { createHost } from "../../../server/host.ts";
import type { PictureStore } from "../../../server/media/images.ts";
import type { Metrics } from "../../../server/observability/metrics.ts";
import { createServices, type UpstreamSettings } from "../../../server/services.ts";
import { disposable } from "../disposable.ts";

export const phone =
  "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Mobile Safari/537.36";

const origin = "http://site.test";

/** Starts the real host with the real build in this process, in front of the given upstream. */
export async function startSite(
  upstream: Omit<UpstreamSettings, "timeoutMs">,
  options: {
    timeoutMs?: number;
    trustProxy?: number;
    mediaOrigins?: string[];
    analyticsUrl?: string;
    ageGate?: boolean;
    pictures?: PictureStore;
    /** Changes the real build. */
    change?: (build: ServerBuild) => ServerBuild;
    log?: Logger;
    metrics?: Metrics;
    metricsToken?: string;
    purgeToken?: string;
    securityContact?: string;
    sitePasswords?: string[];
  } = {},
) {
  const { timeoutMs = 5_000, trustProxy = 0, mediaOrigins, analyticsUrl, ageGate = true } = options;
  const { change = (same) => same } = options;
  const secrets = ["test-secret-test-secret-test-secret"];
  const services = createServices({ ...upstream, timeoutMs }, secrets, {
    pictures: options.pictures,
    mediaOrigins,
    ...options.metrics,
  });
  options.metrics?.follow(services.health);
  const { counters } = services;
  const sitePassword =
    options.sitePasswords &&
    (await createSitePassword(options.sitePasswords, { secrets, counters }));
  const build: ServerBuild = await import(
    new URL("../../../build/server/index.js", import.meta.url).href
  );
  const host = createHost({
    build: change(build),
    services,
    site: {
      name: "橙影",
      customerServiceUrl: "/chatlink.html",
      apkUrl: "",
      analyticsUrl,
      ageGate,
      topics: builtInTopics,
      hotWords: builtInHotWords,
    },
    log: options.log ?? pino({ level: "silent" }),
    metrics: options.metrics,
    metricsToken: options.metricsToken,
    purgeToken: options.purgeToken,
    securityContact: options.securityContact,
    sitePassword,
    trustProxy,
    mediaOrigins,
    clientDirectory: "build/client",
    stopping: () => false,
  });
  return disposable({
    services,
    visit: () => createVisitor((request) => Promise.resolve(host.fetch(request))),
    /** Sends a request without cookies, with exactly these headers. */
    send: async (path: string, init: RequestInit) =>
      host.fetch(new Request(new URL(path, origin), init)),
    stop: () => services.close(),
  });
}

/** Applies an answer's Set-Cookie headers to a browser's cookies. */
export function keepCookies(cookies: Map<string, string>, { headers }: Response): void {
  for (const cookie of headers.getSetCookie()) {
    const [pair = "", ...attributes] = cookie.split("; ");
    const equals = pair.indexOf("=");
    const name = pair.slice(0, equals);
    if (attributes.includes("Max-Age=0")) cookies.delete(name);
    else cookies.set(name, pair.slice(equals + 1));
  }
}

/** Sends requests like a phone's browser, which keeps cookies. The visitor has passed the age gate. */
export function createVisitor(fetch: (request: Request) => Promise<Response>, base = origin) {
  const cookies = new Map<string, string>([["adult", "1"]]);
  const request = async (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    if (!headers.has("user-agent")) headers.set("user-agent", phone);
    if (cookies.size > 0) {
      headers.set("cookie", [...cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    }
    const response = await fetch(new Request(new URL(path, base), { ...init, headers }));
    keepCookies(cookies, response);
    return response;
  };
  return {
    cookies,
    request,
    /** The text of a page or a data request. */
    read: async (path: string, init?: RequestInit) => (await request(path, init)).text(),
  };
}
export type Visitor = ReturnType<typeof createVisitor>;
