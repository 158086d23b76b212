import { EventEmitter, once } from "node:events";
import { pino } from "pino";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { upstreamAnswers } from "../../../server/cache-times.ts";
import { createServices } from "../../../server/services.ts";
import { createRedisStore } from "../../../server/shared-store/redis-store.ts";
import type { SharedStore } from "../../../server/shared-store/shared-store.ts";
import { createSharedLoads } from "../../../server/upstream-client/cache.ts";
import { UpstreamRefusal } from "../../../server/upstream-client/errors.ts";
import { startRedis } from "../../setup/redis.ts";

let redis: Awaited<ReturnType<typeof startRedis>>;
let store: SharedStore;
beforeEach(async () => {
  redis = await startRedis();
  store = createRedisStore(redis.url, pino({ level: "silent" }));
  await vi.waitFor(() => store.get("anything"), { timeout: 30_000 });
});
afterEach(async () => {
  store.close();
  await redis.stop();
});

const instance = (over: SharedStore, policy = upstreamAnswers) =>
  createSharedLoads({
    store: over,
    seal: (text) => text,
    open: (text) => text || undefined,
    version: "1",
    policy,
    leaseMs: 15_000,
  });

test("a load that another instance finishes between the lookup and the claim is not repeated", async () => {
  const loads = new EventEmitter();
  const elsewhere = instance(store).load("list", undefined, async () => {
    loads.emit("begun");
    await once(loads, "end");
    return { from: "elsewhere" };
  });
  await once(loads, "begun");
  const late: SharedStore = {
    ...store,
    async claim(...claimed) {
      loads.emit("end");
      await elsewhere;
      return store.claim(...claimed);
    },
  };
  const here = await instance(late).load("list", undefined, async () => ({ from: "here" }));
  expect(here.value).toEqual({ from: "elsewhere" });
  expect(await store.claim("loading:1:list", "", 1), "the next one may renew it").toBe(true);
});

test("a video that the upstream no longer has is removed from the store, and no instance serves the old answer", async () => {
  const loads = instance(store, { fresh: 0, stale: 60_000 });
  const loaded = await loads.load("video", undefined, async () => ({ title: "日落" }));
  const missing = () => Promise.reject(new UpstreamRefusal("404", "视频不存在"));
  for (const previous of [loaded, undefined]) {
    await expect(loads.load("video", previous, missing)).rejects.toThrow("视频不存在");
  }
});

test("an instance's claim lasts as long as the upstream may take", async () => {
  const timeoutMs = 60_000;
  const leases: number[] = [];
  const watched: SharedStore = {
    ...store,
    claim(key, text, ttlMs) {
      leases.push(ttlMs);
      return store.claim(key, text, ttlMs);
    },
    close: () => undefined,
  };
  const upstream = {
    url: "http://127.0.0.1:9",
    aesKey: Buffer.alloc(16),
    aesIv: Buffer.alloc(16),
    securityHeader: "X-Security-Flag: on",
    boughtMark: "bought",
    timeoutMs,
  };
  const services = createServices(upstream, ["s".repeat(32)], {
    sharing: { store: watched, version: "1" },
  });
  onTestFinished(() => services.close());
  await expect(services.ready()).rejects.toThrow("site.config");
  expect(await services.orders("one", async () => "/pay")).toBe("/pay");
  expect(leases.length).toBe(2);
  for (const lease of leases) expect(lease).toBeGreaterThan(timeoutMs);
});
