import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { createEditions } from "./editions.ts";
import { type SharedStore, StoreUnavailableError } from "./shared-store.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());
const SECOND = 1_000;

/** A store that several instances share, and that can be unavailable. */
function sharedStore() {
  const texts = new Map<string, string>();
  const state = { unavailable: false };
  const answer = <Value>(value: () => Value) =>
    state.unavailable ? Promise.reject(new StoreUnavailableError()) : Promise.resolve(value());
  const store: Pick<SharedStore, "get" | "set"> = {
    get: (key) => answer(() => texts.get(key)),
    set: (key, text) => answer(() => void texts.set(key, text)),
  };
  return { texts, state, store: store as SharedStore };
}

function instance(store: SharedStore | undefined) {
  const editions = createEditions(store, 60_000);
  onTestFinished(editions.close);
  const seen: string[] = [];
  editions.follow(() => seen.push(editions.current));
  return { editions, seen };
}

test("without a store, an instance starts a new edition at once", async () => {
  const { editions, seen } = instance(undefined);
  await editions.begin();
  expect(seen).toEqual([editions.current]);
  expect(vi.getTimerCount()).toBe(0);
});

test("each other instance takes a new edition once, within a second", async () => {
  const { store } = sharedStore();
  const [one, other] = [instance(store), instance(store)];
  await one.editions.begin();
  await vi.advanceTimersByTimeAsync(3 * SECOND);
  expect(other.seen).toEqual([one.editions.current]);
  expect(one.seen).toHaveLength(1);
  await other.editions.begin();
  await vi.advanceTimersByTimeAsync(SECOND);
  expect(one.seen.at(-1)).toBe(other.editions.current);
});

test("an unavailable store gets the edition later, and the old one never returns", async () => {
  const { store, state } = sharedStore();
  const [one, other] = [instance(store), instance(store)];
  await one.editions.begin();
  await vi.advanceTimersByTimeAsync(SECOND);
  state.unavailable = true;
  await expect(one.editions.begin()).rejects.toThrow(StoreUnavailableError);
  const { current } = one.editions;
  await vi.advanceTimersByTimeAsync(SECOND);
  state.unavailable = false;
  await vi.advanceTimersByTimeAsync(2 * SECOND);
  expect([one.editions.current, other.editions.current]).toEqual([current, current]);
});

test("a store that lost the edition gets it again, and no instance drops anything because of that", async () => {
  const { store, texts } = sharedStore();
  const [one, other] = [instance(store), instance(store)];
  await one.editions.begin();
  await vi.advanceTimersByTimeAsync(SECOND);
  texts.clear();
  await vi.advanceTimersByTimeAsync(2 * SECOND);
  expect([...texts.values()]).toEqual([one.editions.current]);
  expect([one.seen.length, other.seen.length]).toEqual([1, 1]);
  const late = instance(store);
  await vi.advanceTimersByTimeAsync(SECOND);
  expect(late.editions.current).toBe(one.editions.current);
});
