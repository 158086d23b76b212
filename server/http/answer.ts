import { cacheControl as caching } from "../cache-times.ts";
import type { InlineHashes } from "./security.ts";

/** The page cache sent a document, sent an old one because no new one came in time, or had none yet. */
export type PageCacheOutcome = "hit" | "stale" | "miss";

/** What an answer's inline scripts and styles are allowed by. */
export type InlineCode = { nonce: string } | { hashes: InlineHashes };

/** An answer whose status and own headers are known, whoever made it. */
interface Answer {
  method: string;
  /** Without the query, which carries searches and codes. */
  pathname: string;
  status: number;
  requestId: string;
  /** When the request's head was there, as `performance.now()` counts. */
  started: number;
  /** Whether the visitor's connection is TLS. */
  secure: boolean;
  /** The headers of these names, where it has them. */
  contentType: string | null | undefined;
  cacheControl: string | null | undefined;
  /** The request's Sec-Purpose header. */
  purpose?: string | undefined;
  /** Length of the body as it is sent, where it is known. */
  bytes: number | undefined;
  inline?: InlineCode | undefined;
  /** For answers with documents of the page cache. */
  cache?: PageCacheOutcome | undefined;
  fastPath?: boolean;
  /** To somebody who has not given the site's password: names nothing that belongs to the site. */
  toStranger?: boolean | undefined;
  /** Makes the visitor's Set-Cookie headers, where some are needed. */
  sessionCookies?: (() => readonly string[]) | undefined;
}

/** For the access log and the metrics. */
export interface AnswerReport
  extends Pick<
    Answer,
    "requestId" | "method" | "pathname" | "status" | "bytes" | "cache" | "fastPath"
  > {
  /** From the request's head to the answer's, in milliseconds. */
  ms: number;
}
export type AnswerObserver = (report: AnswerReport) => void;

/**
 * Completes an answer: the headers that all answers have, and its report. `addHeader` is called once for each header;
 * one of the same name is to be replaced, except Set-Cookie and Vary.
 */
export type CompleteAnswer = (
  answer: Answer,
  addHeader: (name: string, value: string) => void,
) => void;

/**
 * The one place where an answer gets what every answer has, for the page cache's fast path, the host, errors and
 * refusals alike.
 *
 * @param options.securityHeaders those of an answer with this inline code
 * @param options.hasPassword the site is for invited people only: where caches on the way could store an answer, only
 * browsers may
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
      // for the page that it was prefetched from: one that reloads its data after an action must not be given this
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

/** Caches on the way may store the answer for others, so it carries nobody's cookie. */
const isShared = (cacheControl: string | null | undefined) => /\bpublic\b/.test(cacheControl ?? "");

/** The data of a page that is shown next, or of more rows of the one that is shown. */
export const isPageData = (pathname: string) =>
  pathname.endsWith(".data") || pathname.startsWith("/rows/");

/** What people wait for. */
const isPage = ({ contentType, pathname }: Answer) =>
  isPageData(pathname) || Boolean(contentType?.startsWith("text/html"));

/** Names and milliseconds for a browser's developer tools. */
const serverTiming = (ms: number, cache: PageCacheOutcome | undefined): string =>
  `${cache ? `cache;desc=${cache}, ` : ""}total;dur=${ms.toFixed(1)}`;

type MakeSecurityHeaders = (
  inline: InlineCode | undefined,
  about: { secure: boolean; toStranger: boolean },
) => Record<string, string>;

type HeaderList = [name: string, value: string][];

/** Stands for an answer's nonce in headers that are put together once. */
const ANY_NONCE = "{nonce}";

/** Put together once for each cached document, and once for all answers with a nonce of their own. */
function cachedByInline(securityHeaders: MakeSecurityHeaders) {
  const lists = () => ({
    plain: new WeakMap<object, HeaderList>(),
    tls: new WeakMap<object, HeaderList>(),
  });
  const [forVisitors, forStrangers] = [lists(), lists()];
  const withNonce: InlineCode = { nonce: ANY_NONCE };
  const without = {};
  return ({ inline, secure, toStranger = false }: Answer): HeaderList => {
    const template = inline && "nonce" in inline ? withNonce : inline;
    const key = template && "hashes" in template ? template.hashes : (template ?? without);
    const cached = (toStranger ? forStrangers : forVisitors)[secure ? "tls" : "plain"];
    const list =
      cached.get(key) ?? Object.entries(securityHeaders(template, { secure, toStranger }));
    cached.set(key, list);
    if (!inline || !("nonce" in inline)) return list;
    return list.map(([name, value]) => [name, value.replaceAll(ANY_NONCE, inline.nonce)]);
  };
}
