import { cacheControl as caching } from "../cache-times.ts";
import type { InlineHashes } from "./security.ts";

/** `stale`: the new document was not ready in time. */
export type PageCacheOutcome = "hit" | "stale" | "miss";

export type InlineCode = { nonce: string } | { hashes: InlineHashes };

interface Answer {
  method: string;
  /** Without the query, which may hold search terms and codes. */
  pathname: string;
  status: number;
  requestId: string;
  /** When the request's headers had arrived, by `performance.now()`. */
  started: number;
  secure: boolean;
  contentType: string | null | undefined;
  cacheControl: string | null | undefined;
  purpose?: string | undefined;
  bytes: number | undefined;
  inline?: InlineCode | undefined;
  cache?: PageCacheOutcome | undefined;
  fastPath?: boolean;
  /** Headers must not name the site's media or analytics origins. */
  sitePasswordMissing?: boolean | undefined;
  sessionCookies?: (() => readonly string[]) | undefined;
}

export interface AnswerReport
  extends Pick<
    Answer,
    "requestId" | "method" | "pathname" | "status" | "bytes" | "cache" | "fastPath"
  > {
  ms: number;
}
export type AnswerObserver = (report: AnswerReport) => void;

/** `addHeader` must replace a header of the same name, except Set-Cookie and Vary. */
export type CompleteAnswer = (
  answer: Answer,
  addHeader: (name: string, value: string) => void,
) => void;

/** @param options.hasPassword `public` becomes `private`: shared caches store nothing */
export function createCompleteAnswer(options: {
  securityHeaders: MakeSecurityHeaders;
  hasPassword: boolean;
  observers: readonly AnswerObserver[];
}): CompleteAnswer {
  const securityHeaders = cachedByInline(options.securityHeaders);
  return (answer, addHeader) => {
    const { requestId, method, pathname, status, bytes, cache, fastPath, cacheControl } = answer;
    for (const [name, value] of securityHeaders(answer)) addHeader(name, value);
    addHeader("x-request-id", requestId);
    if (!cacheControl) {
      const prefetched = answer.purpose?.startsWith("prefetch");
      addHeader("cache-control", prefetched ? caching.prefetched : caching.personal);
      // not for another page, nor after an action
      if (prefetched) addHeader("vary", "referer, cookie");
    }
    const isForAll = isShared(cacheControl);
    if (cacheControl && isForAll && options.hasPassword) {
      addHeader("cache-control", cacheControl.replace("public", "private"));
    }
    const cookies = isForAll ? undefined : answer.sessionCookies?.();
    for (const cookie of cookies ?? []) addHeader("set-cookie", cookie);
    const ms = performance.now() - answer.started;
    if (isPage(answer)) addHeader("server-timing", serverTiming(ms, cache));
    const report = { requestId, method, pathname, status, ms, cache, bytes, fastPath };
    for (const observe of options.observers) observe(report);
  };
}

/** Such an answer must not carry a visitor's cookie. */
const isShared = (cacheControl: string | null | undefined) => /\bpublic\b/.test(cacheControl ?? "");

export const isPageData = (pathname: string) =>
  pathname.endsWith(".data") || pathname.startsWith("/rows/");

const isPage = ({ contentType, pathname }: Answer) =>
  isPageData(pathname) || Boolean(contentType?.startsWith("text/html"));

const serverTiming = (ms: number, cache: PageCacheOutcome | undefined): string =>
  `${cache ? `cache;desc=${cache}, ` : ""}total;dur=${ms.toFixed(1)}`;

type MakeSecurityHeaders = (
  inline: InlineCode | undefined,
  about: { secure: boolean; sitePasswordMissing: boolean },
) => Record<string, string>;

type HeaderList = [name: string, value: string][];

/** For the nonce in cached header values. */
const ANY_NONCE = "{nonce}";

/** Once per cached document, and once for all answers with a nonce. */
function cachedByInline(securityHeaders: MakeSecurityHeaders) {
  const lists = () => ({
    plain: new WeakMap<object, HeaderList>(),
    tls: new WeakMap<object, HeaderList>(),
  });
  const [withPassword, withoutPassword] = [lists(), lists()];
  const withNonce: InlineCode = { nonce: ANY_NONCE };
  const without = {};
  return ({ inline, secure, sitePasswordMissing = false }: Answer): HeaderList => {
    const template = inline && "nonce" in inline ? withNonce : inline;
    const key = template && "hashes" in template ? template.hashes : (template ?? without);
    const cached = (sitePasswordMissing ? withoutPassword : withPassword)[secure ? "tls" : "plain"];
    const list =
      cached.get(key) ?? Object.entries(securityHeaders(template, { secure, sitePasswordMissing }));
    cached.set(key, list);
    if (!inline || !("nonce" in inline)) return list;
    return list.map(([name, value]) => [name, value.replaceAll(ANY_NONCE, inline.nonce)]);
  };
}
