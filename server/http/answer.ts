import { cacheControl as caching } from "../cache-times.ts";
import type { InlineHashes } from "./security.ts";

/** `stale`: the cached document was sent because the new one was not ready in time. */
export type PageCacheOutcome = "hit" | "stale" | "miss";

/** How the CSP allows an answer's inline scripts and styles. */
export type InlineCode = { nonce: string } | { hashes: InlineHashes };

/** An answer whose status and own headers are known. */
interface Answer {
  method: string;
  /** Without the query, which may hold search terms and codes. */
  pathname: string;
  status: number;
  requestId: string;
  /** When the request's headers had arrived, by `performance.now()`. */
  started: number;
  /** Whether the visitor's connection is TLS. */
  secure: boolean;
  /** The answer's own headers of these names, if any. */
  contentType: string | null | undefined;
  cacheControl: string | null | undefined;
  /** The request's Sec-Purpose header. */
  purpose?: string | undefined;
  /** Length of the body as sent, if known. */
  bytes: number | undefined;
  inline?: InlineCode | undefined;
  /** Only for documents from the page cache. */
  cache?: PageCacheOutcome | undefined;
  fastPath?: boolean;
  /** The visitor has not entered the site's password: headers must not name the site's media or analytics origins. */
  sitePasswordMissing?: boolean | undefined;
  /** The visitor's Set-Cookie headers, if any. */
  sessionCookies?: (() => readonly string[]) | undefined;
}

/** For the access log and the metrics. */
export interface AnswerReport
  extends Pick<
    Answer,
    "requestId" | "method" | "pathname" | "status" | "bytes" | "cache" | "fastPath"
  > {
  /** From the request's headers to the answer's, in milliseconds. */
  ms: number;
}
export type AnswerObserver = (report: AnswerReport) => void;

/**
 * Adds the headers that all answers have, and reports the answer. `addHeader` must replace an existing header of the
 * same name, except Set-Cookie and Vary.
 */
export type CompleteAnswer = (
  answer: Answer,
  addHeader: (name: string, value: string) => void,
) => void;

/**
 * The single place that completes answers: from the page cache's fast path, the host, errors and refusals alike.
 *
 * @param options.securityHeaders makes the headers for an answer with this inline code
 * @param options.hasPassword the site is for invited people only: `public` becomes `private`, so that shared caches
 *   store nothing
 */
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
      // valid only for the page that prefetched it: a reload after an action must not get this answer
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

/** Shared caches may store the answer, so it must not carry a visitor's cookie. */
const isShared = (cacheControl: string | null | undefined) => /\bpublic\b/.test(cacheControl ?? "");

/** Data of a client navigation, or further rows of a list. */
export const isPageData = (pathname: string) =>
  pathname.endsWith(".data") || pathname.startsWith("/rows/");

/** Answers that a visitor waits for. */
const isPage = ({ contentType, pathname }: Answer) =>
  isPageData(pathname) || Boolean(contentType?.startsWith("text/html"));

/** For the browser's developer tools. */
const serverTiming = (ms: number, cache: PageCacheOutcome | undefined): string =>
  `${cache ? `cache;desc=${cache}, ` : ""}total;dur=${ms.toFixed(1)}`;

type MakeSecurityHeaders = (
  inline: InlineCode | undefined,
  about: { secure: boolean; sitePasswordMissing: boolean },
) => Record<string, string>;

type HeaderList = [name: string, value: string][];

/** Placeholder for the nonce in cached header values. */
const ANY_NONCE = "{nonce}";

/** Builds the headers once per cached document, and once for all answers with a nonce. */
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
