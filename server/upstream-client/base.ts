import { Agent } from "undici";
import { type Breaker, createBreaker } from "./breaker.ts";
import { SessionEndedError, UpstreamFault, UpstreamRefusal } from "./errors.ts";
import { type Call, exchange } from "./exchange.ts";
import { isServerFault, networkFault, queueFault, timeoutFault } from "./faults.ts";
import { createLimiter, type Limiter, QueueFullError } from "./limiter.ts";
import type { CallObserver } from "./observer.ts";

/** Calls to one server at once, and how many more may wait for their turn. */
const LIMITS = { running: 64, waiting: 256 };
/** Connections that are free for probes when all calls hang. */
const SPARE_CONNECTIONS = 8;

/** Makes what the caller wants of a body, or throws UpstreamFault, UpstreamRefusal or SessionEnded. */
export type Read<Value> = (body: string) => Value;

/** One server that the upstream answers from. */
export interface Base {
  url: string;
  breaker: Breaker;
  limiter: Limiter;
  /** One try of at most `ms` milliseconds. Throws UpstreamFault, or what `read` throws. */
  attempt<Value>(call: Call, read: Read<Value>, ms: number): Promise<Value>;
  close(): Promise<void>;
}

/**
 * A server with its own connections, queue and breaker.
 *
 * @param options.url scheme, host, optional port and path prefix
 * @param options.connectMs until a connection stands
 * @param options.probe the call whose answer tells that the server has recovered
 */
export function createBase(options: {
  url: string;
  timeoutMs: number;
  connectMs: number;
  probe: { call: Call; read: Read<unknown> };
  onCall: CallObserver;
}): Base {
  const { probe, timeoutMs, onCall } = options;
  const url = options.url.replace(/\/+$/, "");
  const dispatcher = new Agent({
    connections: LIMITS.running + SPARE_CONNECTIONS,
    connect: { timeout: options.connectMs },
  });
  const limiter = createLimiter(LIMITS);
  const breaker = createBreaker(lookAtServer);

  /** Past the queue: it may be full of calls that hang. Being told no is an answer as well. */
  async function lookAtServer() {
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      probe.read(await exchange(url, probe.call, dispatcher, signal));
    } catch (error) {
      if (!saysNo(error)) throw error;
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
      const tell = (outcome: Parameters<CallObserver>[0]["outcome"]) =>
        onCall({ name: call.name, base: url, ms: performance.now() - started, outcome });
      try {
        const value = read(await inTurn(call, ms));
        breaker.succeeded();
        tell("ok");
        return value;
      } catch (error) {
        if (saysNo(error)) {
          breaker.succeeded();
          tell("refused");
        } else if (error instanceof UpstreamFault) {
          if (isServerFault(error)) breaker.failed(call.name);
          tell(error.kind);
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

const saysNo = (error: unknown) =>
  error instanceof UpstreamRefusal || error instanceof SessionEndedError;
