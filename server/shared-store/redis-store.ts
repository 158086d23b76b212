import { createHash } from "node:crypto";
import type { Logger } from "pino";
import { connectRedis } from "./connection.ts";
import type { SharedStore } from "./shared-store.ts";

/** One step on the server, so that a tally without an end can never be left behind. */
const ADD = `
local sum = redis.call('INCRBY', KEYS[1], ARGV[1])
if sum < 0 then sum = redis.call('INCRBY', KEYS[1], -sum) end
local left = redis.call('PTTL', KEYS[1])
if left < 0 then
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
  left = tonumber(ARGV[2])
end
return {sum, left}`;

/**
 * A store on a Redis (6 or later) or Valkey server. Connects by itself, now and again whenever it must; nothing waits
 * for that.
 *
 * @param url redis://, rediss:// or unix:, with what the client takes: user, password, database
 */
export function createRedisStore(url: string, log: Logger): SharedStore {
  const connection = connectRedis(url, log);
  const kept = (key: string) =>
    `chengying:${createHash("sha256").update(key).digest("base64url").slice(0, 27)}`;
  const expiry = (ttlMs: number) => ({ type: "PX" as const, value: Math.max(1, Math.ceil(ttlMs)) });

  return {
    get: async (key) => (await connection.run((client) => client.get(kept(key)))) ?? undefined,
    async set(key, text, ttlMs) {
      await connection.run((client) => client.set(kept(key), text, { expiration: expiry(ttlMs) }));
    },
    async claim(key, text, ttlMs) {
      const done = await connection.run((client) =>
        client.set(kept(key), text, { condition: "NX", expiration: expiry(ttlMs) }),
      );
      return done !== null;
    },
    async remove(key) {
      await connection.run((client) => client.del(kept(key)));
    },
    async add(key, events, windowMs) {
      const answer = await connection.run((client) =>
        client.eval(ADD, { keys: [kept(key)], arguments: [String(events), String(windowMs)] }),
      );
      const [sum = 0, resetMs = windowMs] = (answer as unknown[]).map(Number);
      return { sum, resetMs };
    },
    close: () => connection.close(),
  };
}
