import { cacheControl as caching } from "../cache-times.ts";
import type { InlineHashes } from "./security.ts";

/** `stale`: the old document was sent, because the new one was not ready in time. */
export type PageCacheOutcome = "hit" | "stale" | "miss";

export type InlineCode = { nonce: string } | { hashes: InlineHashes };

interface Answer {
  method: string;
  /** Without the query, which may contain search terms and codes. */
  pathname: string;
  status: number;
  requestId: string;
  /** When the request's headers arrived, by `performance.now()`. */
  started: number;
  secure: boolean;
  contentType: string | null | undefined;
  cacheControl: string | null | undefined;
  purpose?: string | undefined;
  bytes: number | undefined;
  inline?: InlineCode | undefined;
  cache?: PageCacheOutcome | undefined;
  fastPath?: boolean;
  /** Whether the visitor lacks the site's password: headers must then not name media or analytics origins. */
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

/** @param options.hasPassword if so, `public` becomes `private`, so that shared caches store nothing */
export function createAnswerCompleter(options: {
  securityHeaders: MakeSecurityHeaders;
  hasPassword: boolean;
  observers: readonly AnswerObserver[];
}): CompleteAnswer {
  const securityHeaders = cacheByInlineCode(options.securityHeaders);
  return (answer, addHeader) => {
    const { requestId, method, pathname, status, bytes, cache, fastPath, cacheControl } = answer;
    for (const [name, value] of securityHeaders(answer)) addHeader(name, value);
    addHeader("x-request-id", requestId);
    if (!cacheControl) {
      const prefetched = answer.purpose?.startsWith("prefetch");
      addHeader("cache-control", prefetched ? caching.prefetched : caching.personal);
      // neither another page nor this page after an action may use a prefetched answer
      if (prefetched) addHeader("vary", "referer, cookie");
    }
    const isPublic = isShared(cacheControl);
    if (cacheControl && isPublic && options.hasPassword) {
      addHeader("cache-control", cacheControl.replace("public", "private"));
    }
    const cookies = isPublic ? undefined : answer.sessionCookies?.();
    for (const cookie of cookies ?? []) addHeader("set-cookie", cookie);
    const ms = performance.now() - answer.started;
    if (isPage(answer)) addHeader("server-timing", serverTiming(ms, cache));
    const report = { requestId, method, pathname, status, ms, cache, bytes, fastPath };
    for (const observe of options.observers) observe(report);
  };
}

/** Shared caches may store such an answer, so it must not set a visitor's cookie. */
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

/** Replaces the nonce in cached header values. */
const NONCE_PLACEHOLDER = "{nonce}";

/** Makes the headers once per cached document, and once for all answers with a nonce. */
function cacheByInlineCode(securityHeaders: MakeSecurityHeaders) {
  const lists = () => ({
    plain: new WeakMap<object, HeaderList>(),
    tls: new WeakMap<object, HeaderList>(),
  });
  const [full, beforePassword] = [lists(), lists()];
  const withNonce: InlineCode = { nonce: NONCE_PLACEHOLDER };
  const noInlineCode = {};
  return ({ inline, secure, sitePasswordMissing = false }: Answer): HeaderList => {
    const template = inline && "nonce" in inline ? withNonce : inline;
    const key = template && "hashes" in template ? template.hashes : (template ?? noInlineCode);
    const cached = (sitePasswordMissing ? beforePassword : full)[secure ? "tls" : "plain"];
    const list =
      cached.get(key) ?? Object.entries(securityHeaders(template, { secure, sitePasswordMissing }));
    cached.set(key, list);
    if (!inline || !("nonce" in inline)) return list;
    return list.map(([name, value]) => [name, value.replaceAll(NONCE_PLACEHOLDER, inline.nonce)]);
  };
}
