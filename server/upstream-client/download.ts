import { lookup } from "node:dns";
import { lookup as resolve } from "node:dns/promises";
import type { LookupFunction } from "node:net";
import { type Dispatcher, request } from "undici";
import { isAddress, isLoopback, isOnInternet } from "../http/network-address.ts";
import {
  isServerFault,
  networkFault,
  queueFault,
  timeoutFault,
  UpstreamFault,
  wasNeverSent,
} from "./errors.ts";
import { isWhole, readBody, readText, unchangedMs } from "./exchange.ts";
import { createLimiter, QueueFullError } from "./limiter.ts";
import { type MediaHeaders, mediaHeaders } from "./origins.ts";
import { createAgent, type Proxies, type ProxySettings } from "./proxies.ts";

const LIMITS = { running: 32, waiting: 512 };
/** Per origin: streams that have just been evicted may still hold connections. */
const SPARE_CONNECTIONS = 64;
/** OPEN_STREAMS; a stalled body holds about two megabytes. */
export const DEFAULT_OPEN_STREAMS = 192;

const MOST_REDIRECTS = 5;

interface TextFile {
  text: string;
  /** After redirects: the base of relative addresses. */
  url: string;
  /** Age by Last-Modified in milliseconds, if known. */
  unchangedMs: number | undefined;
}

/** Follows redirects, except for `exchange`. */
export interface Downloader {
  bytes(url: string, limit: number): Promise<Buffer>;
  /** At most 8 MB. @throws {UpstreamFault} */
  text(url: string): Promise<TextFile>;
  /** Whatever its status; the caller must read or destroy the body. @throws {UpstreamFault} */
  open(
    url: string,
    headers: Record<string, string>,
    signal: AbortSignal,
  ): Promise<Dispatcher.ResponseData>;
  exchange(
    url: string,
    method: "GET" | "POST",
    headers: Record<string, string>,
    signal: AbortSignal,
  ): Promise<Dispatcher.ResponseData>;
  close(): Promise<void>;
}

/**
 * Against SSRF, an untrusted address, and any redirect's target, must be https with a public IP
 * address: only upstream and operator may direct this site into the operator's network. Faults do
 * not count for the API's breakers.
 * @param options.timeoutMs to the last byte; for `open`, to the response and between chunks
 * @param options.mirrors addresses of the same file, the best one first (`origins.ts`)
 * @param options.isOwn on one of the upstream's servers
 * @param options.trusts the upstream's own, or on an origin that the operator has configured
 * @param options.headers that some hosts require
 * @param options.openStreams bodies proxied concurrently (`media/open-streams.ts`)
 */
export function createDownloader(options: {
  timeoutMs: number;
  mirrors?: (url: string) => string[];
  isOwn?: (url: string) => boolean;
  trusts: (url: string) => boolean;
  proxies?: ProxySettings | undefined;
  headers?: MediaHeaders | undefined;
  openStreams?: number | undefined;
}): Downloader {
  const { timeoutMs, trusts, proxies = {} } = options;
  const { mirrors = (url) => [url], isOwn = () => false } = options;
  const connections = (options.openStreams ?? DEFAULT_OPEN_STREAMS) + SPARE_CONNECTIONS;
  const agents = (through: Proxies | undefined, connect: { lookup?: LookupFunction } = {}) => ({
    files: createAgent({ connect, connections: LIMITS.running }, through),
    streams: createAgent({ connect, connections, bodyTimeout: timeoutMs }, through),
  });
  const to = {
    loopback: agents(undefined),
    upstream: agents(proxies.upstream),
    named: agents(proxies.others),
    others: agents(proxies.others, { lookup: lookupOnInternet }),
  };
  const limiter = createLimiter(LIMITS);

  async function agentsFor(url: string, mayBeTrusted = true) {
    const { hostname, origin } = new URL(url);
    if (mayBeTrusted && trusts(url)) {
      if (isLoopback(hostname)) return to.loopback;
      return isOwn(url) ? to.upstream : to.named;
    }
    // a proxy resolves names itself: refuse those that resolve only to private addresses
    if (mayBeOnInternet(url) && !(proxies.others && (await resolvesPrivately(hostname))))
      return to.others;
    throw new UpstreamFault(`media: ${origin} is neither https on the internet nor named.`);
  }

  async function followed(
    url: string,
    kind: "files" | "streams",
    { signal, headers = {} }: { signal: AbortSignal; headers?: Record<string, string> },
  ) {
    let at = url;
    let isTrusted = true;
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
      const dispatcher = (await agentsFor(at, isTrusted))[kind];
      const all = { ...mediaHeaders(at, options.headers ?? {}), ...headers };
      const answer = await request(at, { dispatcher, headers: all, signal });
      const { location } = answer.headers;
      if (!redirectStatuses.includes(answer.statusCode) || !location) return { answer, url: at };
      await answer.body.dump();
      isTrusted &&= trusts(at);
      if (!URL.canParse(String(location), at)) break;
      at = new URL(String(location), at).href;
    }
    throw new UpstreamFault(`media: ${new URL(url).origin} redirects to nowhere.`);
  }

  async function whole(url: string, signal: AbortSignal) {
    const found = await followed(url, "files", { signal });
    const { statusCode: status, body } = found.answer;
    if (status === 200 || isWhole(found.answer)) return found;
    await body.dump();
    throw new UpstreamFault(`media: HTTP status ${status}.`, { status });
  }

  async function firstAvailable<Value>(
    url: string,
    shouldContinue: (fault: UpstreamFault) => boolean,
    get: (way: string, signal: AbortSignal) => Promise<Value>,
  ): Promise<Value> {
    const until = performance.now() + timeoutMs;
    const addresses = mirrors(url);
    for (const [index, way] of addresses.entries()) {
      const left = Math.max(1, Math.ceil(until - performance.now()));
      const ms = Math.ceil(left / (addresses.length - index));
      const late = new AbortController();
      const timer = setTimeout(() => late.abort(), ms);
      try {
        return await get(way, late.signal);
      } catch (error) {
        const fault = late.signal.aborted ? timeoutFault("media", ms) : asFault(error, way);
        if (index === addresses.length - 1 || !shouldContinue(fault)) throw fault;
      } finally {
        clearTimeout(timer);
      }
    }
    throw new UpstreamFault("media: no address.");
  }

  const reading = <Value>(url: string, read: (found: Found) => Promise<Value>) =>
    firstAvailable(url, isServerFault, (way, signal) =>
      limiter.run(async () => read(await whole(way, signal)), signal),
    );

  return {
    bytes: (url, limit) => reading(url, ({ answer }) => readBody("media", answer, limit)),
    text: (url) =>
      reading(url, async ({ answer, url: at }) => ({
        text: await readText("media", answer),
        url: at,
        unchangedMs: unchangedMs(answer),
      })),
    open: (url, headers, signal) =>
      firstAvailable(url, isServerFault, (way, late) =>
        inTime(AbortSignal.any([signal, late]), async (either) => {
          const { answer } = await followed(way, "streams", { headers, signal: either });
          return answer;
        }),
      ),
    exchange: (url, method, headers, signal) =>
      firstAvailable(url, method === "GET" ? isServerFault : wasNeverSent, (way, late) =>
        inTime(AbortSignal.any([signal, late]), async (either) => {
          const { streams } = await agentsFor(way);
          return request(way, { dispatcher: streams, headers, signal: either, method });
        }),
      ),
    async close() {
      const all = Object.values(to).flatMap(({ files, streams }) => [files, streams]);
      await Promise.all(all.map((agent) => agent.destroy()));
    },
  };
}

type Found = { answer: Dispatcher.ResponseData; url: string };

const redirectStatuses = [301, 302, 303, 307, 308];

/** undici ignores the signal while a request waits for a connection. */
function inTime(
  signal: AbortSignal,
  ask: (signal: AbortSignal) => Promise<Dispatcher.ResponseData>,
): Promise<Dispatcher.ResponseData> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    ask(signal)
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

/** At connect time, against DNS rebinding. */
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
  if (error instanceof QueueFullError) return queueFault("media", LIMITS.waiting);
  return networkFault("media", new URL(url).origin, error);
}
