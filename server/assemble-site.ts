import { createHash } from "node:crypto";
import { channel } from "node:diagnostics_channel";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import type { Site } from "./domain/site.ts";
import { createSitePassword } from "./entry/site-password.ts";
import type { HostOptions } from "./host.ts";
import { createLog } from "./observability/log.ts";
import { createMetrics } from "./observability/metrics.ts";
import { sessionSecret } from "./secrets/kept-secret.ts";
import { createServices, type UpstreamSettings } from "./services.ts";
import { changeable, createReread, type Env, InvalidSetting } from "./settings/env.ts";
import { createRedisStore } from "./shared-store/redis-store.ts";
import { startEmbeddedUpstream } from "./upstream/embedded.ts";
import type { ProxySettings } from "./upstream-client/proxies.ts";

export interface SiteParts {
  parts: Omit<HostOptions, "build" | "clientDirectory" | "earlierBuilds" | "stopping">;
  /** Reads topics, hot words and the site's passwords again, and logs what changed or why nothing did. */
  reload(): Promise<void>;
  stop(): Promise<void>;
}

/** Assembles what production and development share. The upstream is embedded if none is configured. */
export async function assembleSite(env: Env, upstreamEntry: URL): Promise<SiteParts> {
  const hidden = secretsOf(env);
  const log = createLog(env.LOG_LEVEL, hidden);
  const droppedItems = channel("chengying:contract:dropped-item");
  const onDroppedItem = (message: unknown) =>
    log.warn(message as object, "an invalid item was dropped from a list");
  droppedItems.subscribe(onDroppedItem);
  const badFields = channel("chengying:contract:bad-field");
  const onBadField = (message: unknown) =>
    log.warn(message as object, "an invalid field was treated as missing");
  badFields.subscribe(onBadField);

  // an uncaught error, which ends the process, is also logged as JSON
  const onFatal = (error: Error) => log.fatal({ err: error }, "an uncaught error ends the process");
  process.on("uncaughtExceptionMonitor", onFatal);

  const embedded = env.UPSTREAM_URL
    ? undefined
    : await startEmbeddedUpstream({
        entry: upstreamEntry,
        dataDir: env.DATA_DIR,
        report: (message, detail) => log.warn(detail, message),
      });

  const secrets = env.SESSION_SECRET ?? [await sessionSecret(env.DATA_DIR)];
  const upstream = embedded
    ? { ...embedded, timeoutMs: env.UPSTREAM_TIMEOUT_MS, ...outboundOptions(env) }
    : externalUpstreamSettings(env);
  const metrics = createMetrics();
  const services = createServices(upstream, secrets, {
    ...metrics,
    memoryBytes: env.MEMORY_CACHE_MB * 1024 * 1024,
    openStreams: env.OPEN_STREAMS,
    mediaOrigins: env.MEDIA_ORIGINS,
    pictures: pictureStore(env, embedded ? "embedded" : upstream.url),
    sharing: env.CACHE_URL
      ? { store: createRedisStore(env.CACHE_URL, log), version: programVersion() }
      : undefined,
  });
  metrics.follow(services.health);
  const { counters, onRefused } = services;
  const sitePassword =
    env.SITE_PASSWORD &&
    (await createSitePassword(env.SITE_PASSWORD, {
      secrets,
      counters,
      onRefused: () => onRefused("entry"),
    }));
  const site = siteOf(env);
  const reread = createReread(process.env);
  let current: ReturnType<typeof reread> = env;
  return {
    parts: {
      log,
      accessLog: env.ACCESS_LOG === "on",
      metrics,
      metricsToken: env.METRICS_TOKEN,
      purgeToken: env.PURGE_TOKEN,
      services,
      site,
      trustProxy: env.TRUST_PROXY,
      maxUploadBytes: env.UPLOAD_MEMORY_MB * 1024 * 1024,
      mediaOrigins: env.MEDIA_ORIGINS,
      securityContact: env.SECURITY_CONTACT,
      sitePassword,
    },
    async reload() {
      try {
        const next = reread();
        const passwords = next.SITE_PASSWORD ?? [];
        if (passwords.length > 0 !== (sitePassword !== undefined))
          throw new InvalidSetting("SITE_PASSWORD 的启用或停用，重启后才生效");
        hidden.push(...passwords.filter((password) => !hidden.includes(password)));
        await sitePassword?.replace(passwords);
        Object.assign(site, { topics: next.TOPICS_FILE, hotWords: next.HOT_WORDS_FILE });
        const changed = changeable
          .filter((name) => !isDeepStrictEqual(current[name], next[name]))
          .map((name) => `${name}: ${current[name]?.length} → ${next[name]?.length}`);
        current = next;
        log.info({ changed }, "settings were read again");
      } catch (error) {
        log.warn({ reason: (error as Error).message }, "settings stay as they were");
      }
    },
    async stop() {
      await services.close();
      await embedded?.stop();
      droppedItems.unsubscribe(onDroppedItem);
      badFields.unsubscribe(onBadField);
      process.off("uncaughtExceptionMonitor", onFatal);
    },
  };
}

const pictureStore = ({ DATA_DIR, IMAGE_CACHE_MB }: Env, source: string) =>
  IMAGE_CACHE_MB > 0
    ? { folder: join(DATA_DIR, "pictures"), maxBytes: IMAGE_CACHE_MB * 1024 * 1024, source }
    : undefined;

const secretsOf = (env: Env): string[] => [
  ...(env.SESSION_SECRET ?? []),
  ...(env.SITE_PASSWORD ?? []),
  ...[env.METRICS_TOKEN, env.PURGE_TOKEN].flatMap((token) => token ?? []),
  ...[env.UPSTREAM_AES_KEY, env.UPSTREAM_AES_IV].flatMap((key) =>
    key ? (["utf8", "hex", "base64"] as const).map((form) => key.toString(form)) : [],
  ),
  ...[env.UPSTREAM_PROXY, env.HTTPS_PROXY, env.HTTP_PROXY].flatMap((proxy) =>
    proxy ? [decodeURIComponent(new URL(proxy).password)] : [],
  ),
  ...(env.UPSTREAM_SECURITY_HEADER?.split(/:\s*/).slice(1) ?? []),
];

const siteOf = (env: Env): Site => ({
  name: env.SITE_NAME,
  origin: env.PUBLIC_ORIGIN,
  customerServiceUrl: env.CUSTOMER_SERVICE_URL,
  apkUrl: env.APK_URL ?? "",
  analyticsUrl: env.ANALYTICS_URL,
  ageGate: env.AGE_GATE === "on",
  topics: env.TOPICS_FILE,
  hotWords: env.HOT_WORDS_FILE,
});

const outboundOptions = (env: Env) => ({
  proxies: proxiesOf(env),
  mediaHeaders: { userAgents: env.MEDIA_USER_AGENT, referers: env.MEDIA_REFERER },
});

function proxiesOf({ UPSTREAM_PROXY, HTTPS_PROXY, HTTP_PROXY, NO_PROXY }: Env): ProxySettings {
  const others =
    HTTPS_PROXY || HTTP_PROXY
      ? { https: HTTPS_PROXY, http: HTTP_PROXY, except: NO_PROXY }
      : undefined;
  const upstream = UPSTREAM_PROXY ? { https: UPSTREAM_PROXY, http: UPSTREAM_PROXY } : others;
  return { upstream, others };
}

export function externalUpstreamSettings(env: Env): UpstreamSettings {
  const { UPSTREAM_AES_KEY, UPSTREAM_AES_MODE, UPSTREAM_SECURITY_HEADER } = env;
  const aesIv = UPSTREAM_AES_MODE === "ecb" ? Buffer.alloc(16) : env.UPSTREAM_AES_IV;
  const [url, ...moreUrls] = env.UPSTREAM_URL ?? [];
  if (!url || !UPSTREAM_AES_KEY || !aesIv || !UPSTREAM_SECURITY_HEADER) {
    throw new Error("readEnv should have rejected the incomplete upstream settings");
  }
  return {
    url,
    moreUrls,
    aesKey: UPSTREAM_AES_KEY,
    aesIv,
    aesMode: UPSTREAM_AES_MODE,
    securityHeader: UPSTREAM_SECURITY_HEADER,
    successCodes: env.UPSTREAM_SUCCESS_CODE,
    boughtMark: env.UPSTREAM_BOUGHT_MARK,
    timeoutMs: env.UPSTREAM_TIMEOUT_MS,
    ...outboundOptions(env),
  };
}

/** A hash of the built program: once bundled, this module's own file contains most of it. */
const programVersion = (): string =>
  createHash("sha256")
    .update(readFileSync(fileURLToPath(import.meta.url)))
    .digest("base64url")
    .slice(0, 16);
