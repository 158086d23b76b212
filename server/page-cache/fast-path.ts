import type { IncomingMessage, ServerResponse } from "node:http";
import { parseCookie } from "cookie";
import type { SitePassword } from "../entry/site-password.ts";
import type { CompleteAnswer } from "../http/answer.ts";
import { preferredEncoding } from "../http/compress.ts";
import { cameOverTls, requestIdOf } from "../http/proxy.ts";
import {
  choicesIn,
  hasSessionCookie,
  isSurelyUnregistered,
  newVisitorCookie,
} from "../session/session.ts";
import { documentHeaders, isNotModified } from "./cached-document.ts";
import { audienceAt, storeKey } from "./public-pages.ts";
import type { DocumentStore } from "./store.ts";

/** Returns false if the host must answer. */
export type FastPath = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * Sends cached documents as the host does, without Request, Response or session: 0.12 ms of CPU instead of 0.44 ms,
 * on a first visit 0.18 ms instead of 0.94 ms (2026-11-22). Remove this if the host becomes nearly as fast (factor 1.3).
 */
export function createFastPath(options: {
  documentAt: DocumentStore["ready"];
  /** Whether first visits are asked for their age. */
  ageGate: boolean;
  trustProxy: number;
  sitePassword: SitePassword | undefined;
  completeAnswer: CompleteAnswer;
}): FastPath {
  return (request, response) => {
    const started = performance.now();
    const { method, url = "", headers } = request;
    if (method !== "GET" && method !== "HEAD") return false;
    if (headers.authorization !== undefined || headers.range !== undefined) return false;
    const secure = cameOverTls(textOf(headers["x-forwarded-proto"]), options.trustProxy);
    const cookies = parseCookie(headers.cookie ?? "");
    if (options.sitePassword?.hasAccess(cookies, secure) === false) return false;
    const requester = {
      ...choicesIn(cookies, secure, options.ageGate),
      isUnregistered: () => isSurelyUnregistered(cookies, secure),
    };
    const audience = audienceAt(url, requester);
    const document = audience && options.documentAt(storeKey(url, audience));
    if (!document) return false;
    const encoding = preferredEncoding(textOf(headers["accept-encoding"]));
    const representation = encoding ? document.encoded[encoding] : document.plain;
    if (!representation) return false;

    const notModified = isNotModified(headers["if-none-match"], document, representation);
    const bytes = notModified ? undefined : representation.bytes.length;
    const head = documentHeaders(document, representation).flat();
    if (bytes !== undefined) head.push("content-length", String(bytes));
    const status = notModified ? 304 : 200;
    options.completeAnswer(
      {
        method,
        pathname: url.split("?", 1)[0] ?? "",
        status,
        requestId: requestIdOf(textOf(headers["x-request-id"]), options.trustProxy),
        started,
        secure,
        contentType: document.contentType,
        cacheControl: document.cacheControl,
        bytes,
        inline: { hashes: document.hashes },
        cache: "hit",
        fastPath: true,
        sessionCookies: () => (hasSessionCookie(cookies, secure) ? [] : [newVisitorCookie(secure)]),
      },
      (name, value) => head.push(name, value),
    );
    response.writeHead(status, head);
    response.end(notModified ? undefined : representation.bytes);
    return true;
  };
}

const textOf = (header: string | string[] | undefined) => header?.toString();
