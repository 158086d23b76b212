import { setTimeout as pause } from "node:timers/promises";
import { type Breaker, createBreaker } from "./breaker.ts";
import {
  type FaultKind,
  isServerFault,
  isTransient,
  networkFault,
  pausedFault,
  queueFault,
  SessionEndedError,
  timeoutFault,
  UpstreamFault,
  UpstreamRefusal,
  wasNeverSent,
} from "./errors.ts";
import { type Call, exchange } from "./exchange.ts";
import { createLimiter, type Limiter, QueueFullError } from "./limiter.ts";
import { createAgent, type Proxies, proxiesTo } from "./proxies.ts";

const MOST_TRIES = 3;
/** Pause before a retry on the same server in milliseconds, doubled each time; half of it is random. */
const BACK_OFF_MS = 60;

export interface Transport {
  /** Sends a call and passes the body of a 2xx answer to `read`. Throws UpstreamFault, or what `read` throws. */
  send<Value>(call: Call, read: ReadBody<Value>): Promise<Value>;
  /** The servers in order of preference, for operators. */
  health(): ServerHealth[];
  close(): Promise<void>;
}

/**
 * Sends calls to the first of several equivalent servers that is up.
 *
 * A failed read is retried on the next server that is up or, if there is none and the fault is transient, on the same
 * one after a short pause. A write is retried only if certainly nothing was sent. A server that keeps failing gets no
 * calls until a probe succeeds (`breaker.ts`).
 *
 * @param options.baseUrls in order of preference
 * @param options.timeoutMs from the request to the last byte, including retries, in milliseconds
 * @param options.probe a harmless call, and how to check its answer
 * @param options.proxies not used for this machine
 */
export function createTransport(options: {
  baseUrls: readonly string[];
  timeoutMs: number;
  probe: { call: Call; read: ReadBody<unknown> };
  proxies?: Proxies | undefined;
  onCall?: CallObserver;
}): Transport {
  const { timeoutMs, probe, proxies, onCall = () => undefined } = options;
  const connectMs = Math.ceil(timeoutMs / options.baseUrls.length);
  const bases = options.baseUrls.map((url) =>
    createBase({ url, timeoutMs, connectMs, probe, proxies, onCall }),
  );
  const well = () => bases.filter(({ breaker }) => !breaker.open);
  const byProxy = () => bases.some(({ breaker }) => breaker.proxyFaults > 0);

  /** Another server at once, or the same one after a pause; undefined where a retry is useless or unsafe. */
  async function nextAfter(fault: UpstreamFault, call: Call, tried: Base[], until: number) {
    if (tried.length >= MOST_TRIES || !(call.repeatable || wasNeverSent(fault))) return undefined;
    const fresh = well().find((base) => !tried.includes(base));
    if (fresh || !call.repeatable || !isTransient(fault)) return fresh;
    const wait = BACK_OFF_MS * 2 ** tried.length * (0.5 + Math.random() / 2);
    if (performance.now() + wait >= until) return undefined;
    await pause(wait);
    return well()[0];
  }

  return {
    async send(call, read) {
      const until = performance.now() + timeoutMs;
      const tried: Base[] = [];
      let base = well()[0];
      if (!base) throw pausedFault(call.name, byProxy());
      for (;;) {
        tried.push(base);
        const others = call.repeatable ? well().filter((one) => !tried.includes(one)).length : 0;
        const left = until - performance.now();
        if (left <= 0) throw timeoutFault(call.name, timeoutMs);
        try {
          return await base.attempt(call, read, Math.ceil(left / (others + 1)));
        } catch (error) {
          if (!(error instanceof UpstreamFault)) throw error;
          const next = await nextAfter(error, call, tried, until);
          if (!next) throw error;
          base = next;
        }
      }
    },
    health: () =>
      bases.map(({ url, breaker, limiter }) => ({
        base: url,
        open: breaker.open,
        faults: breaker.faults,
        proxyFaults: breaker.proxyFaults,
        running: limiter.running,
        waiting: limiter.waiting,
      })),
    close: async () => void (await Promise.all(bases.map((base) => base.close()))),
  };
}

/** Concurrent calls to one server, and how many more may queue. */
const LIMITS = { running: 64, waiting: 256 };
/** Extra connections for probes when all calls hang. */
const SPARE_CONNECTIONS = 8;

/** Parses a body, or throws UpstreamFault, UpstreamRefusal or SessionEndedError. */
export type ReadBody<Value> = (body: string) => Value;

interface Base {
  url: string;
  breaker: Breaker;
  limiter: Limiter;
  /** One try of at most `ms` milliseconds. Throws UpstreamFault, or what `read` throws. */
  attempt<Value>(call: Call, read: ReadBody<Value>, ms: number): Promise<Value>;
  close(): Promise<void>;
}

/**
 * A server with its own connections, queue and breaker.
 *
 * @param options.url scheme, host, optional port and path prefix
 * @param options.connectMs connect timeout in milliseconds
 * @param options.probe a call that succeeds once the server has recovered
 */
function createBase(options: {
  url: string;
  timeoutMs: number;
  connectMs: number;
  probe: { call: Call; read: ReadBody<unknown> };
  proxies: Proxies | undefined;
  onCall: CallObserver;
}): Base {
  const { probe, timeoutMs, onCall } = options;
  const url = options.url.replace(/\/+$/, "");
  const dispatcher = createAgent(
    { connections: LIMITS.running + SPARE_CONNECTIONS },
    proxiesTo(url, options.proxies),
    options.connectMs,
  );
  const limiter = createLimiter(LIMITS);
  const breaker = createBreaker(probeServer);

  /** Bypasses the queue, which may be full of hanging calls. A refusal shows that the server works, too. */
  async function probeServer() {
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      probe.read(await exchange(url, probe.call, dispatcher, signal));
    } catch (error) {
      if (!isRefusal(error)) throw error;
    }
  }

  async function inTurn(call: Call, ms: number): Promise<string> {
    const signal = AbortSignal.timeout(ms);
    try {
      return await limiter.run(() => exchange(url, call, dispatcher, signal), signal);
    } catch (error) {
      if (error instanceof UpstreamFault) throw error;
      if (error instanceof QueueFullError) throw queueFault(call.name, LIMITS.waiting);
      throw signal.aborted ? timeoutFault(call.name, ms) : networkFault(call.name, url, error);
    }
  }

  return {
    url,
    breaker,
    limiter,
    async attempt(call, read, ms) {
      const started = performance.now();
      const report = (outcome: Parameters<CallObserver>[0]["outcome"]) =>
        onCall({ name: call.name, base: url, ms: performance.now() - started, outcome });
      try {
        const value = read(await inTurn(call, ms));
        breaker.succeeded();
        report("ok");
        return value;
      } catch (error) {
        if (isRefusal(error)) {
          breaker.succeeded();
          report("refused");
        } else if (error instanceof UpstreamFault) {
          if (isServerFault(error)) breaker.failed(call.name, error.kind === "proxy");
          report(error.kind);
        }
        throw error;
      }
    },
    async close() {
      breaker.close();
      await dispatcher.destroy();
    },
  };
}

const isRefusal = (error: unknown) =>
  error instanceof UpstreamRefusal || error instanceof SessionEndedError;

export interface CallReport {
  /** "video.detail" */
  name: string;
  /** The server's base URL, for operators only. */
  base: string;
  /** Including the queue, to the last byte, in milliseconds. */
  ms: number;
  /** `refused`: an UpstreamRefusal or SessionEndedError. */
  outcome: "ok" | "refused" | FaultKind;
}
export type CallObserver = (report: CallReport) => void;

/** A server's current state, for operators only. */
export interface ServerHealth {
  base: string;
  /** The breaker is open: only probes are sent. */
  open: boolean;
  /** Consecutive faults. */
  faults: number;
  /** How many of `faults` were the proxy's. */
  proxyFaults: number;
  running: number;
  waiting: number;
}
