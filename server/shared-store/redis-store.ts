import { createHash } from "node:crypto";
import { createClient } from "@redis/client";
import type { Logger } from "pino";
import { type SharedStore, StoreUnavailableError } from "./shared-store.ts";

/** Atomic, so that no counter is left without an expiry. */
const ADD = `
local sum = redis.call('INCRBY', KEYS[1], ARGV[1])
if sum < 0 then sum = redis.call('INCRBY', KEYS[1], -sum) end
local left = redis.call('PTTL', KEYS[1])
if left < 0 then
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
  left = tonumber(ARGV[2])
end
return {sum, left}`;

/** For Redis 6 or later, or Valkey. @param url redis://, rediss:// or unix:, with user, password and database */
export function createRedisStore(url: string, log: Logger): SharedStore {
  const connection = connectRedis(url, log);
  const hashed = (key: string) =>
    `chengying:${createHash("sha256").update(key).digest("base64url").slice(0, 27)}`;
  const expiry = (ttlMs: number) => ({ type: "PX" as const, value: Math.max(1, Math.ceil(ttlMs)) });

  return {
    get: async (key) => (await connection.run((client) => client.get(hashed(key)))) ?? undefined,
    async set(key, text, ttlMs) {
      await connection.run((client) =>
        client.set(hashed(key), text, { expiration: expiry(ttlMs) }),
      );
    },
    async claim(key, text, ttlMs) {
      const done = await connection.run((client) =>
        client.set(hashed(key), text, { condition: "NX", expiration: expiry(ttlMs) }),
      );
      return done !== null;
    },
    async remove(key) {
      await connection.run((client) => client.del(hashed(key)));
    },
    async add(key, events, windowMs) {
      const answer = await connection.run((client) =>
        client.eval(ADD, { keys: [hashed(key)], arguments: [String(events), String(windowMs)] }),
      );
      const [sum = 0, resetMs = windowMs] = (answer as unknown[]).map(Number);
      return { sum, resetMs };
    },
    close: () => connection.close(),
  };
}

const DEADLINE_MS = 100;
/** A connection that has not answered for this long is replaced. */
const HUNG_MS = 1_000;
/** Reconnection delays in milliseconds: doubled from the first to the longest. */
const BACK_OFF = { first: 100, longest: 2_000 };

interface Connection {
  /** @throws {StoreUnavailableError} after 100 ms; at once if disconnected, or after a timeout until it is answered */
  run<Answer>(command: (client: RedisClient) => Promise<Answer>): Promise<Answer>;
  close(): void;
}
type RedisClient = ReturnType<typeof newClient>;

const newClient = (url: string) =>
  createClient({
    url,
    RESP: 2,
    maintNotifications: "disabled",
    disableOfflineQueue: true,
    // we reconnect ourselves: the client's own strategy would keep commands queued for a hung server
    socket: { connectTimeout: HUNG_MS, reconnectStrategy: false },
  });

function connectRedis(url: string, log: Logger): Connection {
  let client: RedisClient | undefined;
  let overdue = 0;
  let failures = 0;
  let reported = false;
  let closed = false;

  function connect() {
    const next = newClient(url);
    const drop = (error: unknown) => {
      if (next !== latest) return;
      latest = undefined;
      client = undefined;
      next.destroy();
      if (closed) return;
      if (!reported) log.warn({ reason: reasonOf(error) }, "the shared store is unavailable");
      reported = true;
      const backOff = Math.min(BACK_OFF.longest, BACK_OFF.first * 2 ** failures);
      failures += 1;
      setTimeout(() => !closed && connect(), backOff).unref();
    };
    latest = next;
    dropConnection = drop;
    next.on("error", drop);
    next.on("end", () => drop(new Error("the connection ended")));
    const answered = next.connect().then(() => next.ping());
    within(answered, HUNG_MS).then(() => {
      if (next !== latest) return;
      [client, overdue, failures] = [next, 0, 0];
      log.info("connected to the shared store");
      reported = false;
    }, drop);
  }
  let latest: RedisClient | undefined;
  let dropConnection: (error: unknown) => void = () => undefined;
  connect();

  return {
    async run(command) {
      const used = client;
      if (!used || overdue > 0) throw new StoreUnavailableError();
      const answer = command(used);
      try {
        return await within(answer, DEADLINE_MS);
      } catch (error) {
        if (used === client && error instanceof CommandTimeout) {
          overdue += 1;
          const settled = () => {
            if (used === client) overdue -= 1;
          };
          const hung = (reason: unknown) => used === client && dropConnection(reason);
          within(answer.then(settled, settled), HUNG_MS).catch(hung);
        }
        throw new StoreUnavailableError("", { cause: error });
      }
    },
    close() {
      closed = true;
      dropConnection(new Error("closed"));
    },
  };
}

class CommandTimeout extends Error {}

const TICKS = 10;

/** Counts in ten timer ticks, so that time in which this process was blocked does not count. */
async function within<Answer>(answer: Promise<Answer>, ms: number): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    let ticks = 0;
    timer = setInterval(() => {
      ticks += 1;
      if (ticks === TICKS) reject(new CommandTimeout(`no answer within ${ms} ms`));
    }, ms / TICKS).unref();
  });
  return Promise.race([answer, timeout]).finally(() => clearInterval(timer));
}

/** Without the address, which may contain a password. */
const reasonOf = (error: unknown) =>
  error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? error.message) : "unknown";
