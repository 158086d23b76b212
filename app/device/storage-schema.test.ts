import { expect, test } from "vitest";
import { createStore } from "./create-store.ts";
import { watchState } from "./playback.ts";
import { deviceSchema, tabSchema } from "./storage-schema.ts";

const stateWhenLeftAt = (seconds: number, length: number) =>
  watchState({ code: "1", episode: 0, seconds, length, at: 0 });

test("a video counts as started after three seconds, and as finished in its last 5%", () => {
  expect([
    stateWhenLeftAt(2.9, 100),
    stateWhenLeftAt(3, 100),
    stateWhenLeftAt(95, 100),
    stateWhenLeftAt(95.1, 100),
  ]).toEqual(["not started", "in progress", "in progress", "finished"]);
});

test("a video of unknown length is never finished", () => {
  expect(stateWhenLeftAt(5_000, 0)).toBe("in progress");
});

function storeWith(contents: Record<string, string>) {
  const map = new Map(Object.entries(contents));
  return createStore(tabSchema, () => ({
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, value) => void map.set(key, value),
    removeItem: (key) => void map.delete(key),
  }));
}

const order = { product: "vip", order: "sealed", episode: null, isSearched: true };
const paying = (changes: object = {}) => ({
  state: "paying",
  episode: { video: "130001", episode: "7" },
  isPaid: false,
  order,
  back: "/videoinfo?id=130001",
  at: Date.now() - 60_000,
  ...changes,
});
const read = (purchase: unknown) =>
  storeWith({ purchase: JSON.stringify(purchase) }).read("purchase");

test("a purchase is remembered for half an hour", () => {
  expect(read(paying())).toMatchObject({ state: "paying", order });
  const late = read(paying({ at: Date.now() - 31 * 60_000 }));
  expect(late).toMatchObject({ state: "idle", order: null, back: "" });
});

test.each([null, 7, "x", [], {}, paying({ state: "house", order: null })])(
  "%j is not a purchase",
  (stored) => {
    expect(read(stored)).toMatchObject({ state: "idle", order: null, isPaid: false });
  },
);

test.each([{ ...order, product: "house" }, { ...order, order: null }, 7])(
  "%j is not an order",
  (stored) => {
    expect(read(paying({ order: stored })).order).toBeNull();
  },
);

test("a stored offer start that is in the future or not a number is discarded", () => {
  const since = (stored: unknown) =>
    storeWith({ offerSince: JSON.stringify(stored) }).read("offerSince");
  expect(since(1_700_000_000_000)).toBe(1_700_000_000_000);
  expect(since(Date.now() + 60_000)).toBe(0);
  expect(since("soon")).toBe(0);
});

test("stored settings are limited to the available choices", () => {
  expect(deviceSchema.theme.parse("dark")).toBe("dark");
  expect(deviceSchema.theme.parse("pink")).toBe("system");
  expect(deviceSchema.dataUse.parse({})).toBe("automatic");
});
