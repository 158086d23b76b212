import { lookup } from "node:dns";
import { lookup as resolve } from "node:dns/promises";
import type { LookupFunction } from "node:net";
import { type Dispatcher, request } from "undici";
import { isAddress, isLoopback, isOnInternet } from "../http/network-address.ts";
import {
  isServerFault,
  networkFault,
  timeoutFault,
  UpstreamFault,
  wasNeverSent,
} from "./errors.ts";
import { isWhole, readBody, readText, unchangedMs } from "./exchange.ts";
import { createLimiter } from "./limiter.ts";
import { type MediaHeaders, mediaHeaders } from "./origins.ts";
import { createAgent, type Proxies, type ProxySettings } from "./proxies.ts";

const LIMITS = { running: 32, waiting: 512 };
/** Per origin: evicted streams may still hold connections. */
const SPARE_CONNECTIONS = 64;
/** For OPEN_STREAMS; each stalled stream holds about two megabytes of memory. */
export const DEFAULT_OPEN_STREAMS = 192;

const MAX_REDIRECTS = 5;

export type Downloader = ReturnType<typeof createDownloader>;

/**
 * All methods but `exchange` follow redirects.
 * To prevent SSRF, untrusted addresses, and those they redirect to, must be https with a public IP
 * address: only the upstream and the operator may name addresses in the operator's network. Faults
 * here do not open the API's circuit breakers.
 * @param options.timeoutMs until the last byte; for `open`, until the response and between chunks
 * @param options.mirrors addresses of the same file, the best one first (`origins.ts`)
 * @param options.isOwn whether an address is on one of the upstream's servers
 * @param options.trusts true for the upstream's own addresses and origins configured by the operator
 * @param options.headers request headers that some hosts require
 * @param options.openStreams the number of bodies proxied concurrently (`media/open-streams.ts`)
 */
export function createDownloader(options: {
  timeoutMs: number;
  mirrors?: (url: string) => string[];
  isOwn?: (url: string) => boolean;
  trusts: (url: string) => boolean;
  proxies?: ProxySettings | undefined;
  headers?: MediaHeaders | undefined;
  openStreams?: number | undefined;
}) {
  const { timeoutMs, trusts, proxies = {} } = options;
  const { mirrors = (url) => [url], isOwn = () => false } = options;
  const connections = (options.openStreams ?? DEFAULT_OPEN_STREAMS) + SPARE_CONNECTIONS;
  const createAgents = (via: Proxies | undefined, connect: { lookup?: LookupFunction } = {}) => ({
    files: createAgent({ connect, connections: LIMITS.running }, via),
    streams: createAgent({ connect, connections, bodyTimeout: timeoutMs }, via),
  });
  const agents = {
    loopback: createAgents(undefined),
    upstream: createAgents(proxies.upstream),
    configured: createAgents(proxies.others),
    untrusted: createAgents(proxies.others, { lookup: lookupOnInternet }),
  };
  const limiter = createLimiter(LIMITS);

  async function agentsFor(url: string, mayBeTrusted = true) {
    const { hostname, origin } = new URL(url);
    if (mayBeTrusted && trusts(url)) {
      if (isLoopback(hostname)) return agents.loopback;
      return isOwn(url) ? agents.upstream : agents.configured;
    }
    // proxies resolve names themselves, so refuse names that have only private addresses
    if (mayBeOnInternet(url) && !(proxies.others && (await resolvesPrivately(hostname))))
      return agents.untrusted;
    throw new UpstreamFault(`media: ${origin} is neither https on the internet nor configured.`);
  }

  async function follow(
    url: string,
    kind: "files" | "streams",
    { signal, headers = {} }: { signal: AbortSignal; headers?: Record<string, string> },
  ) {
    let at = url;
    let isTrusted = true;
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      const dispatcher = (await agentsFor(at, isTrusted))[kind];
      const all = { ...mediaHeaders(at, options.headers ?? {}), ...headers };
      const ask = () => request(at, { dispatcher, headers: all, signal });
      // a kept connection may be closed by the server just when it is used again
      const answer = await ask().catch((error: unknown) => {
        if (asFault(error, at).kind === "broken" && !signal.aborted) return ask();
        throw error;
      });
      const { location } = answer.headers;
      if (!redirectStatuses.includes(answer.statusCode) || !location) return { answer, url: at };
      await answer.body.dump();
      isTrusted &&= trusts(at);
      if (!URL.canParse(String(location), at)) break;
      at = new URL(String(location), at).href;
    }
    throw new UpstreamFault(`media: ${new URL(url).origin}: too many or invalid redirects.`);
  }

  async function requestWhole(url: string, signal: AbortSignal) {
    const found = await follow(url, "files", { signal });
    const { statusCode: status, body } = found.answer;
    if (status === 200 || isWhole(found.answer)) return found;
    await body.dump();
    throw new UpstreamFault(`media: HTTP status ${status}.`, { status });
  }

  async function firstAvailable<Value>(
    url: string,
    shouldContinue: (fault: UpstreamFault) => boolean,
    get: (mirror: string, signal: AbortSignal) => Promise<Value>,
  ): Promise<Value> {
    const deadline = performance.now() + timeoutMs;
    const addresses = mirrors(url);
    for (const [index, mirror] of addresses.entries()) {
      const remainingMs = Math.max(1, Math.ceil(deadline - performance.now()));
      const ms = Math.ceil(remainingMs / (addresses.length - index));
      const timeout = new AbortController();
      const timer = setTimeout(() => timeout.abort(), ms);
      try {
        return await get(mirror, timeout.signal);
      } catch (error) {
        const fault = timeout.signal.aborted ? timeoutFault("media", ms) : asFault(error, mirror);
        if (index === addresses.length - 1 || !shouldContinue(fault)) throw fault;
      } finally {
        clearTimeout(timer);
      }
    }
    throw new UpstreamFault("media: no address.");
  }

  const readFirst = <Value>(url: string, read: (found: Found) => Promise<Value>) =>
    firstAvailable(url, isServerFault, (mirror, signal) =>
      limiter.run(async () => read(await requestWhole(mirror, signal)), signal),
    );

  return {
    bytes: (url: string, limit: number) =>
      readFirst(url, ({ answer }) => readBody("media", answer, limit)),
    /** At most 8 MB. @throws {UpstreamFault} */
    text: (url: string) =>
      readFirst(url, async ({ answer, url: at }) => ({
        text: await readText("media", answer),
        /** After redirects; relative addresses in the file resolve against it. */
        url: at,
        unchangedMs: unchangedMs(answer),
      })),
    /** Resolves for any status; the caller must read or destroy the body. @throws {UpstreamFault} */
    open: (url: string, headers: Record<string, string>, signal: AbortSignal) =>
      firstAvailable(url, isServerFault, (mirror, timeout) =>
        rejectOnAbort(AbortSignal.any([signal, timeout]), async (either) => {
          const { answer } = await follow(mirror, "streams", { headers, signal: either });
          return answer;
        }),
      ),
    exchange: (
      url: string,
      method: "GET" | "POST",
      headers: Record<string, string>,
      signal: AbortSignal,
    ) =>
      firstAvailable(url, method === "GET" ? isServerFault : wasNeverSent, (mirror, timeout) =>
        rejectOnAbort(AbortSignal.any([signal, timeout]), async (either) => {
          const { streams } = await agentsFor(mirror);
          return request(mirror, { dispatcher: streams, headers, signal: either, method });
        }),
      ),
    async close() {
      const all = Object.values(agents).flatMap(({ files, streams }) => [files, streams]);
      await Promise.all(all.map((agent) => agent.destroy()));
    },
  };
}

type Found = { answer: Dispatcher.ResponseData; url: string };

const redirectStatuses = [301, 302, 303, 307, 308];

/** undici ignores the signal while a request waits for a connection. */
function rejectOnAbort(
  signal: AbortSignal,
  begin: (signal: AbortSignal) => Promise<Dispatcher.ResponseData>,
): Promise<Dispatcher.ResponseData> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    begin(signal)
      .then((answer) => (signal.aborted ? void answer.body.destroy() : resolve(answer)))
      .catch(reject)
      .finally(() => signal.removeEventListener("abort", abort));
  });
}

function mayBeOnInternet(url: string): boolean {
  const { protocol, hostname, username, password } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, "");
  return (
    protocol === "https:" && !username && !password && (!isAddress(host) || isOnInternet(host))
  );
}

/** Checks addresses when connecting, to prevent DNS rebinding. */
const lookupOnInternet: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error) return callback(error, []);
    const addresses = found.filter(({ address }) => isOnInternet(address));
    const [first] = addresses;
    if (!first) return callback(new Error(`${hostname} is not on the internet.`), []);
    if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};

async function resolvesPrivately(hostname: string): Promise<boolean> {
  const found = await resolve(hostname, { all: true }).catch(() => undefined);
  return found !== undefined && !found.some(({ address }) => isOnInternet(address));
}

function asFault(error: unknown, url: string): UpstreamFault {
  if (error instanceof UpstreamFault) return error;
  return networkFault("media", new URL(url).origin, error);
}
