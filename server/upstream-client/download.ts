import { lookup } from "node:dns";
import type { LookupFunction } from "node:net";
import { type Dispatcher, request } from "undici";
import { isAddress, isOnInternet, isThisMachine } from "../network-address.ts";
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

/** Whole files at once, and how many more may wait for their turn. */
const LIMITS = { running: 32, waiting: 512 };
/** Connections of one origin for streams that have just been ended, besides those that are open. */
const SPARE_CONNECTIONS = 64;
/** Bodies that are handed on at once; without a reader each holds about two megabytes. The setting OPEN_STREAMS. */
export const DEFAULT_OPEN_STREAMS = 192;

/** How many redirects are followed for one file. */
const MOST_REDIRECTS = 5;

interface TextFile {
  text: string;
  /** Where redirects have led: what is named in it is relative to this. */
  url: string;
  /** For how long it has been like this, where its origin says so, in milliseconds. */
  unchangedMs: number | undefined;
}

/** Fetches pictures, playlists and segments from the addresses that the upstream names, and where these redirect to. */
export interface Downloader {
  /** The whole file, at most `limit` bytes. Throws UpstreamFault when it cannot be had. */
  bytes(url: string, limit: number): Promise<Buffer>;
  /** The same for a text of at most 8 MB. */
  text(url: string): Promise<TextFile>;
  /**
   * The answer as it comes; `headers` is for Range and the like. The caller reads or destroys the body.
   * Throws UpstreamFault when there is none.
   */
  open(
    url: string,
    headers: Record<string, string>,
    signal: AbortSignal,
  ): Promise<Dispatcher.ResponseData>;
  /** As `open`, with redirects answered as they are. */
  exchange(
    url: string,
    method: "GET" | "POST",
    headers: Record<string, string>,
    signal: AbortSignal,
  ): Promise<Dispatcher.ResponseData>;
  close(): Promise<void>;
}

/**
 * What is missing or slow here says nothing about calls of the API: no breaker learns of it. What is named outside the
 * trusted origins has to be https on the internet, whatever its name resolves to. So has everything that it redirects to,
 * a trusted origin, too: nobody else sends this site into the operator's network.
 *
 * @param options.timeoutMs until the last byte of `bytes`, until the first of `open` and between any two of its body
 * @param options.ways the addresses of the same file, the best one first (`origins.ts`)
 * @param options.isOwn whether an address is on one of the upstream's servers
 * @param options.trusts whether an address is the upstream's own, or of an origin that the operator has named
 * @param options.proxies what goes out through which proxies; never to this machine
 * @param options.headers what some hosts want to see
 * @param options.openStreams how many bodies are handed on at once, at most (`media/open-streams.ts`)
 */
export function createDownloader(options: {
  timeoutMs: number;
  ways?: (url: string) => string[];
  isOwn?: (url: string) => boolean;
  trusts: (url: string) => boolean;
  proxies?: ProxySettings | undefined;
  headers?: MediaHeaders | undefined;
  openStreams?: number | undefined;
}): Downloader {
  const { timeoutMs, ways = (url) => [url], isOwn = () => false, trusts, proxies = {} } = options;
  const connections = (options.openStreams ?? DEFAULT_OPEN_STREAMS) + SPARE_CONNECTIONS;
  const agents = (through: Proxies | undefined, connect: { lookup?: LookupFunction } = {}) => ({
    files: createAgent({ connect, connections: LIMITS.running }, through),
    streams: createAgent({ connect, connections, bodyTimeout: timeoutMs }, through),
  });
  const to = {
    thisMachine: agents(undefined),
    upstream: agents(proxies.upstream),
    named: agents(proxies.others),
    others: agents(proxies.others, { lookup: lookupOnInternet }),
  };
  const limiter = createLimiter(LIMITS);

  async function agentsFor(url: string, mayBeTrusted = true) {
    const { hostname, origin } = new URL(url);
    if (mayBeTrusted && trusts(url)) {
      if (isThisMachine(hostname)) return to.thisMachine;
      return isOwn(url) ? to.upstream : to.named;
    }
    // a proxy looks names up by itself: it is not asked for what is known not to be on the internet
    if (mayBeOnInternet(url) && !(proxies.others && (await isKnownElsewhere(hostname))))
      return to.others;
    throw new UpstreamFault(`media: ${origin} is neither https on the internet nor named.`);
  }

  /** Asks where each answer leads to. */
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

  /** From one address after the other, until one has it or says that it is not there. */
  async function firstOf<Value>(
    url: string,
    goesOn: (fault: UpstreamFault) => boolean,
    get: (way: string, signal: AbortSignal) => Promise<Value>,
  ): Promise<Value> {
    const until = performance.now() + timeoutMs;
    const addresses = ways(url);
    for (const [index, way] of addresses.entries()) {
      const left = Math.max(1, Math.ceil(until - performance.now()));
      const ms = Math.ceil(left / (addresses.length - index));
      const late = new AbortController();
      const timer = setTimeout(() => late.abort(), ms);
      try {
        return await get(way, late.signal);
      } catch (error) {
        const fault = late.signal.aborted ? timeoutFault("media", ms) : asFault(error, way);
        if (index === addresses.length - 1 || !goesOn(fault)) throw fault;
      } finally {
        clearTimeout(timer);
      }
    }
    throw new UpstreamFault("media: no address.");
  }

  const reading = <Value>(url: string, read: (found: Found) => Promise<Value>) =>
    firstOf(url, isServerFault, (way, signal) =>
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
      firstOf(url, isServerFault, (way, late) =>
        inTime(AbortSignal.any([signal, late]), async (either) => {
          const { answer } = await followed(way, "streams", { headers, signal: either });
          return answer;
        }),
      ),
    exchange: (url, method, headers, signal) =>
      firstOf(url, method === "GET" ? isServerFault : wasNeverSent, (way, late) =>
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

/** A request that waits for a connection does not heed its signal until it has one. */
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

/** Asked as each connection is made, so that no name can come to mean another machine after it was looked at. */
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

const isKnownElsewhere = (hostname: string) =>
  new Promise<boolean>((resolve) => {
    lookup(hostname, { all: true }, (error, found) =>
      resolve(!error && !found.some(({ address }) => isOnInternet(address))),
    );
  });

function asFault(error: unknown, url: string): UpstreamFault {
  if (error instanceof UpstreamFault) return error;
  if (error instanceof QueueFullError) return queueFault("media", LIMITS.waiting);
  return networkFault("media", new URL(url).origin, error);
}
