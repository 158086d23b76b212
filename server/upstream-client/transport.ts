import { setTimeout as pause } from "node:timers/promises";
import { createBreaker } from "./breaker.ts";
import {
  type FaultKind,
  isServerFault,
  isTransient,
  networkFault,
  pausedFault,
  SessionEndedError,
  timeoutFault,
  UpstreamFault,
  UpstreamRefusal,
  wasNeverSent,
} from "./errors.ts";
import { type Call, exchange } from "./exchange.ts";
import { createLimiter } from "./limiter.ts";
import { createAgent, type Proxies, proxiesTo } from "./proxies.ts";

const MAX_TRIES = 3;
/** Doubled for each retry, then shortened at random by up to half. */
const BACK_OFF_MS = 60;

interface TransportOptions {
  /** In order of preference. */
  baseUrls: readonly string[];
  /** Until the last byte, including retries. */
  timeoutMs: number;
  /** A harmless call, and how to check its answer. */
  probe: { call: Call; read: ReadBody<unknown> };
  proxies?: Proxies | undefined;
  onCall?: CallObserver;
}

export type Transport = ReturnType<typeof createTransport>;

/**
 * A failed read is retried on the next server; if there is none and the fault is transient, after a pause on
 * one that is up. A failed write is retried on the next server, but only if nothing was sent. A server whose
 * breaker is open gets only probes.
 */
export function createTransport(options: TransportOptions) {
  const { timeoutMs, baseUrls } = options;
  const servers = baseUrls.map((url) => createServer(url, options));
  const healthy = () => servers.filter(({ breaker }) => !breaker.open);
  const proxyIsDown = () => servers.some(({ breaker }) => breaker.proxyFaults > 0);

  async function nextAfter(fault: UpstreamFault, call: Call, tried: Server[], deadline: number) {
    if (tried.length >= MAX_TRIES || !(call.repeatable || wasNeverSent(fault))) return undefined;
    const fresh = healthy().find((server) => !tried.includes(server));
    if (fresh || !call.repeatable || !isTransient(fault)) return fresh;
    const wait = BACK_OFF_MS * 2 ** tried.length * (0.5 + Math.random() / 2);
    if (performance.now() + wait >= deadline) return undefined;
    await pause(wait);
    return healthy()[0];
  }

  return {
    /** @throws {UpstreamFault}, or what `read` throws */
    async send<Value>(call: Call, read: ReadBody<Value>): Promise<Value> {
      const deadline = performance.now() + timeoutMs;
      const tried: Server[] = [];
      let server = healthy()[0];
      if (!server) throw pausedFault(call.name, proxyIsDown());
      for (;;) {
        tried.push(server);
        const others = call.repeatable ? healthy().filter((one) => !tried.includes(one)).length : 0;
        const remainingMs = deadline - performance.now();
        if (remainingMs <= 0) throw timeoutFault(call.name, timeoutMs);
        try {
          return await server.attempt(call, read, Math.ceil(remainingMs / (others + 1)));
        } catch (error) {
          if (!(error instanceof UpstreamFault)) throw error;
          const next = await nextAfter(error, call, tried, deadline);
          if (!next) throw error;
          server = next;
        }
      }
    },
    health: () =>
      servers.map(({ url, breaker, limiter }) => ({
        base: url,
        /** If so, only probes are sent. */
        open: breaker.open,
        faults: breaker.faults,
        proxyFaults: breaker.proxyFaults,
        running: limiter.running,
        waiting: limiter.waiting,
      })),
    close: async () => void (await Promise.all(servers.map((server) => server.close()))),
  };
}

const LIMITS = { running: 64, waiting: 256 };
/** Reserved for probes when all calls hang. */
const SPARE_CONNECTIONS = 8;

export type ReadBody<Value> = (body: string) => Value;

type Server = ReturnType<typeof createServer>;

function createServer(baseUrl: string, options: TransportOptions) {
  const { probe, timeoutMs, onCall = () => undefined } = options;
  const url = baseUrl.replace(/\/+$/, "");
  const dispatcher = createAgent(
    { connections: LIMITS.running + SPARE_CONNECTIONS },
    proxiesTo(url, options.proxies),
    Math.ceil(timeoutMs / options.baseUrls.length),
  );
  const limiter = createLimiter(LIMITS);
  const breaker = createBreaker(probeServer);

  /** Bypasses the queue, which may be full of hanging calls. Even a refusal shows that the server works. */
  async function probeServer() {
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      probe.read(await exchange(url, probe.call, dispatcher, signal));
    } catch (error) {
      if (!isRefusal(error)) throw error;
    }
  }

  async function sendQueued(call: Call, ms: number): Promise<string> {
    const signal = AbortSignal.timeout(ms);
    try {
      return await limiter.run(() => exchange(url, call, dispatcher, signal), signal);
    } catch (error) {
      if (error instanceof UpstreamFault) throw error;
      throw signal.aborted ? timeoutFault(call.name, ms) : networkFault(call.name, url, error);
    }
  }

  return {
    url,
    breaker,
    limiter,
    async attempt<Value>(call: Call, read: ReadBody<Value>, ms: number): Promise<Value> {
      const started = performance.now();
      const report = (outcome: Parameters<CallObserver>[0]["outcome"]) =>
        onCall({ name: call.name, base: url, ms: performance.now() - started, outcome });
      try {
        const value = read(await sendQueued(call, ms));
        breaker.recordSuccess();
        report("ok");
        return value;
      } catch (error) {
        if (isRefusal(error)) {
          breaker.recordSuccess();
          report("refused");
        } else if (error instanceof UpstreamFault) {
          if (isServerFault(error)) breaker.recordFault(call.name, error.kind === "proxy");
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
  name: string;
  base: string;
  /** From entering the queue to the last byte, in milliseconds. */
  ms: number;
  /** `refused`: UpstreamRefusal or SessionEndedError. */
  outcome: "ok" | "refused" | FaultKind;
}
export type CallObserver = (report: CallReport) => void;

export type ServerHealth = ReturnType<Transport["health"]>[number];
