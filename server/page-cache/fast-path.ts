import type { IncomingMessage, ServerResponse } from "node:http";
import { parseCookie } from "cookie";
import { type AnswerObserver, serverTiming } from "../http/answers.ts";
import { type Encoding, preferredEncoding } from "../http/compress.ts";
import { cameByTls, requestIdOf } from "../http/proxy.ts";
import type { InlineHashes } from "../http/security.ts";
import { readAgeGate } from "../session/age-gate.ts";
import { hasSessionCookie, newVisitorCookie } from "../session/session.ts";
import { headersOf, isKnown, type KeptDocument, type Representation } from "./cached-document.ts";
import { keyOf } from "./public-pages.ts";
import type { DocumentStore } from "./store.ts";

/** Answers what it can by itself; false leaves the request, untouched, to the host. */
export type RawDoor = (request: IncomingMessage, response: ServerResponse) => boolean;

export interface RawDoorOptions {
  store: DocumentStore;
  /** Whether first visits are asked for their age. */
  ageGate: boolean;
  trustProxy: number;
  /** What the host puts on every answer, for a document with this inline code. */
  securityHeaders: (hashes: InlineHashes, secure: boolean) => Record<string, string>;
  onAnswer: AnswerObserver;
}

/** Names and values in turn, as node writes them without looking at them twice. */
type Head = readonly string[];

/**
 * A way past the host for documents that are kept: no request or response object is made, headers are put together
 * once for each representation. It answers as the host would, and leaves to it whatever is not that simple.
 */
export function createRawDoor(options: RawDoorOptions): RawDoor {
  const { store, onAnswer } = options;
  const headFor = createHeads(options.securityHeaders);
  const encodingFor = createEncodings();

  return function answer(request, response) {
    const started = performance.now();
    const { method, url = "", headers } = request;
    if (method !== "GET" && method !== "HEAD") return false;
    if (headers.authorization !== undefined || headers.range !== undefined) return false;
    const secure = isSecure(headers["x-forwarded-proto"]);
    const cookies = parseCookie(headers.cookie ?? "");
    const gate = readAgeGate(cookies, { asked: options.ageGate, secure });
    const document = store.atOnce(keyOf(url, gate.closed));
    if (!document) return false;
    const encoding = encodingFor(headers["accept-encoding"]);
    const representation = encoding ? document.encoded[encoding] : document.plain;
    if (!representation) return false;

    const unchanged = isKnown(headers["if-none-match"], document, representation);
    const head = headFor(document, representation, secure).slice();
    const bytes = unchanged ? undefined : representation.bytes.length;
    if (bytes !== undefined) head.push("content-length", String(bytes));
    const requestId = requestIdOf(headers["x-request-id"]?.toString(), options.trustProxy);
    const cache = "hit";
    const ms = performance.now() - started;
    head.push("x-request-id", requestId, "server-timing", serverTiming({ ms, cache }));
    if (!hasSessionCookie(cookies, secure)) head.push("set-cookie", newVisitorCookie(secure));
    const status = unchanged ? 304 : 200;
    response.writeHead(status, head);
    response.end(unchanged ? undefined : representation.bytes);
    const pathname = url.split("?", 1)[0] ?? "";
    onAnswer({ requestId, method, pathname, status, ms, bytes, cache, kept: true });
    return true;
  };

  function isSecure(forwardedProto: string | string[] | undefined) {
    return cameByTls(forwardedProto?.toString() ?? null, options.trustProxy);
  }
}

function createHeads(securityHeaders: RawDoorOptions["securityHeaders"]) {
  const heads = { plain: new WeakMap<Representation, Head>(), tls: new WeakMap<object, Head>() };
  return (document: KeptDocument, representation: Representation, secure: boolean): Head => {
    const known = secure ? heads.tls : heads.plain;
    const ready = known.get(representation);
    if (ready) return ready;
    const security = Object.entries(securityHeaders(document.hashes, secure));
    const head = [...headersOf(document, representation), ...security].flat();
    known.set(representation, head);
    return head;
  };
}

/** Browsers send a handful of different Accept-Encoding headers; others are read anew each time. */
const REMEMBERED = 100;

function createEncodings() {
  const known = new Map<string, Encoding | undefined>();
  return (accept: string | string[] | undefined): Encoding | undefined => {
    const header = accept?.toString() ?? "";
    if (known.has(header)) return known.get(header);
    const encoding = preferredEncoding(header);
    if (known.size < REMEMBERED) known.set(header, encoding);
    return encoding;
  };
}
