import { randomUUID } from "node:crypto";
import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context } from "hono";

/** A request's origin as far as its headers can be trusted. */
interface ForwardedOrigin {
  /** As in the visitor's address bar. */
  url: URL;
  /** The visitor's IP address. */
  address: string;
}

const forwarded = ["x-forwarded-for", "x-forwarded-host", "x-forwarded-proto"] as const;

/**
 * Reads X-Forwarded-*, trusting as many entries from the right as there are proxies. Entries further left come from the
 * visitor and are ignored.
 *
 * @param hops number of proxies in front of this site (TRUST_PROXY)
 */
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

/** The connection's remote address; '' for in-process requests of tests. */
export const peerAddress = (c: Context): string =>
  c.env && "incoming" in c.env ? (getConnInfo(c).remote.address ?? "") : "";

/**
 * Whether the visitor's connection is TLS, for code without a `Request`; this server itself speaks http.
 *
 * @param forwardedProto the X-Forwarded-Proto header
 * @param hops as for `forwardedOrigin`
 */
export const cameByTls = (forwardedProto: string | undefined, hops: number): boolean =>
  hops > 0 && fromRight(forwardedProto, hops) === "https";

/**
 * The request with its forwarded address, without the X-Forwarded-* headers. HEAD becomes GET, because Remix would
 * leave the body of its answer open; the host closes it.
 */
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

/**
 * The request's id in the log: the trusted proxy's, if it is safe to print, else a new one.
 *
 * @param header the X-Request-Id header
 * @param hops as for `forwardedOrigin`
 */
export const requestIdOf = (header: string | null | undefined, hops: number): string =>
  hops > 0 && header && /^[\w-]{8,64}$/.test(header) ? header : randomUUID();

function fromRight(header: string | null | undefined, hops: number): string | undefined {
  const entries = header?.split(",").map((entry) => entry.trim()) ?? [];
  return entries[Math.max(0, entries.length - hops)];
}
