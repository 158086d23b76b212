import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createRecovery } from "./recovery.ts";

let deeds: string[];
let still: boolean;
let elsewhere: boolean;
const recovery = () =>
  createRecovery({
    restart: () => deeds.push("restart"),
    recoverMedia: () => deeds.push("recover"),
    swapAudioCodec: () => deeds.push("swap"),
    standsStill: () => still,
    hasAlternative: () => elsewhere,
    giveUp: () => deeds.push("give up"),
  });

beforeEach(() => {
  vi.useFakeTimers();
  deeds = [];
  still = true;
  elsewhere = false;
});
afterEach(() => {
  vi.useRealTimers();
});

test("a network error restarts loading, each time after a longer pause", () => {
  const { networkFailed } = recovery();
  networkFailed();
  vi.advanceTimersByTime(999);
  expect(deeds).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(deeds).toEqual(["restart"]);
  networkFailed();
  vi.advanceTimersByTime(1_999);
  expect(deeds).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(deeds).toHaveLength(2);
});

test("a picture that stands still is given up after three tries in vain", () => {
  const { networkFailed } = recovery();
  for (let error = 0; error < 4; error += 1) {
    networkFailed();
    vi.advanceTimersByTime(10_000);
  }
  expect(deeds).toEqual(["restart", "restart", "restart", "give up"]);
});

test("while there is something left to watch, more tries are made, but not endlessly", () => {
  still = false;
  const { networkFailed } = recovery();
  for (let error = 0; error < 9; error += 1) {
    networkFailed();
    vi.advanceTimersByTime(10_000);
  }
  expect(deeds).toEqual([...Array(8).fill("restart"), "give up"]);
});

test("data that arrives starts the counting anew", () => {
  const { networkFailed, dataArrived } = recovery();
  for (let error = 0; error < 6; error += 1) {
    networkFailed();
    vi.advanceTimersByTime(10_000);
    dataArrived();
  }
  expect(deeds).toEqual(Array(6).fill("restart"));
});

test("several errors at once are one try", () => {
  const { networkFailed } = recovery();
  networkFailed();
  networkFailed();
  vi.advanceTimersByTime(10_000);
  expect(deeds).toEqual(["restart"]);
});

test("a media error is recovered from, then with the other audio codec, then given up", () => {
  const { mediaFailed } = recovery();
  mediaFailed();
  mediaFailed();
  mediaFailed();
  expect(deeds).toEqual(["recover", "swap", "recover", "give up"]);
});

test("a media error long after the last one is a new one", () => {
  const { mediaFailed } = recovery();
  mediaFailed();
  vi.advanceTimersByTime(60_000);
  mediaFailed();
  expect(deeds).toEqual(["recover", "recover"]);
});

test("nothing happens after the player is gone", () => {
  const { networkFailed, stop } = recovery();
  networkFailed();
  stop();
  vi.advanceTimersByTime(60_000);
  expect(deeds).toEqual([]);
});

test("a picture that stands still is given up after one try where there is another source", () => {
  elsewhere = true;
  const { networkFailed } = recovery();
  networkFailed();
  vi.advanceTimersByTime(1_000);
  expect(deeds).toEqual(["restart"]);
  networkFailed();
  expect(deeds).toEqual(["restart", "give up"]);
});
