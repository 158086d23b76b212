import { randomUUID } from "node:crypto";
import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context } from "hono";

interface ForwardedOrigin {
  url: URL;
  address: string;
}

const forwarded = ["x-forwarded-for", "x-forwarded-host", "x-forwarded-proto"] as const;

/** @param hops number of proxies in front (TRUST_PROXY): as many X-Forwarded-* entries from the right are trusted */
export function forwardedOrigin(request: Request, peer: string, hops: number): ForwardedOrigin {
  const url = new URL(request.url);
  if (hops === 0) return { url, address: peer };
  const [address, host, protocol] = forwarded.map((name) =>
    fromRight(request.headers.get(name), hops),
  );
  if (protocol === "https" || protocol === "http") url.protocol = protocol;
  if (host && /^[\w.-]+(:\d+)?$|^\[[\da-f:]+\](:\d+)?$/i.test(host)) {
    url.port = "";
    url.host = host;
  }
  return { url, address: address || peer };
}

/** '' for requests that tests make without a connection. */
export const peerAddress = (c: Context): string =>
  c.env && "incoming" in c.env ? (getConnInfo(c).remote.address ?? "") : "";

/** For code that has no `Request`; `hops` as for `forwardedOrigin`. */
export const cameOverTls = (forwardedProto: string | undefined, hops: number): boolean =>
  hops > 0 && fromRight(forwardedProto, hops) === "https";

/** Removes X-Forwarded-*. HEAD becomes GET, because Remix would leave the body of its answer open. */
export function withForwardedUrl(request: Request, url: URL): Request {
  const { headers: given } = request;
  const method = request.method === "HEAD" ? "GET" : request.method;
  const unchanged =
    method === request.method &&
    given.get("host") === url.host &&
    !forwarded.some((name) => given.has(name));
  if (unchanged && request.url === url.href) return request;
  const headers = new Headers(request.headers);
  for (const name of forwarded) headers.delete(name);
  headers.set("host", url.host);
  return new Request(url, {
    method,
    headers,
    signal: request.signal,
    ...(request.body && { body: request.body, duplex: "half" as const }),
  });
}

/** The request's id in the log: the trusted proxy's X-Request-Id if it is safe to print, else a new one. */
export const requestIdOf = (header: string | null | undefined, hops: number): string =>
  hops > 0 && header && /^[\w-]{8,64}$/.test(header) ? header : randomUUID();

/**
 * The headers by which the upstream finds a request in its own log and traces. A trusted proxy's `traceparent` (W3C
 * Trace Context) is passed on unchanged, as by a proxy that takes no part in tracing.
 */
export function traceOf(requestId: string, traceparent: string | undefined, hops: number) {
  const isValid = hops > 0 && traceparent && TRACEPARENT.test(traceparent);
  return { "x-request-id": requestId, ...(isValid && { traceparent }) };
}

/** Version 00, a trace id and a parent id that are not all zeros, and flags. */
const TRACEPARENT = /^00-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}$/;

function fromRight(header: string | null | undefined, hops: number): string | undefined {
  const entries = header?.split(",").map((entry) => entry.trim()) ?? [];
  return entries[Math.max(0, entries.length - hops)];
}
