import { type ErrorData, ErrorDetails, ErrorTypes } from "hls.js";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { causeOf, createRecovery } from "./recovery.ts";

let calls: string[];
let stalled: boolean;
let alternative: boolean;
const recovery = () =>
  createRecovery({
    restart: () => calls.push("restart"),
    recoverMedia: () => calls.push("recover"),
    swapAudioCodec: () => calls.push("swap"),
    isStalled: () => stalled,
    hasAlternative: () => alternative,
    giveUp: (refused) => calls.push(refused ? "load the playlist again" : "give up"),
  });

beforeEach(() => {
  vi.useFakeTimers();
  calls = [];
  stalled = true;
  alternative = false;
});
afterEach(() => {
  vi.useRealTimers();
});

test("a network error restarts loading, after a longer pause each time", () => {
  const { networkFailed } = recovery();
  networkFailed();
  vi.advanceTimersByTime(999);
  expect(calls).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(calls).toEqual(["restart"]);
  networkFailed();
  vi.advanceTimersByTime(1_999);
  expect(calls).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(calls).toHaveLength(2);
});

test("a stalled stream is given up after three failed tries", () => {
  const { networkFailed } = recovery();
  for (let error = 0; error < 4; error += 1) {
    networkFailed();
    vi.advanceTimersByTime(10_000);
  }
  expect(calls).toEqual(["restart", "restart", "restart", "give up"]);
});

test("without a network, a stream plays on from its buffer, and is given up when that is empty", () => {
  stalled = false;
  vi.stubGlobal("navigator", { onLine: false });
  const { wentOffline, dataArrived, stalled: runOut } = recovery();
  wentOffline();
  dataArrived();
  runOut();
  expect(calls).toEqual([]);
  wentOffline();
  expect(calls).toEqual([]);
  runOut();
  expect(calls).toEqual(["give up"]);
  stalled = true;
  wentOffline();
  expect(calls).toEqual(["give up", "give up"]);
});

test("a stream whose buffer is empty only after the network has returned is not given up", () => {
  stalled = false;
  vi.stubGlobal("navigator", { onLine: true });
  const { wentOffline, stalled: runOut } = recovery();
  wentOffline();
  runOut();
  expect(calls).toEqual([]);
});

test("a stream that still plays from its buffer is given up after eight failed tries", () => {
  stalled = false;
  const { networkFailed } = recovery();
  for (let error = 0; error < 9; error += 1) {
    networkFailed();
    vi.advanceTimersByTime(10_000);
  }
  expect(calls).toEqual([...Array(8).fill("restart"), "give up"]);
});

test("arriving data resets the count", () => {
  const { networkFailed, dataArrived } = recovery();
  for (let error = 0; error < 6; error += 1) {
    networkFailed();
    vi.advanceTimersByTime(10_000);
    dataArrived();
  }
  expect(calls).toEqual(Array(6).fill("restart"));
});

test("several errors at once count as one try", () => {
  const { networkFailed } = recovery();
  networkFailed();
  networkFailed();
  vi.advanceTimersByTime(10_000);
  expect(calls).toEqual(["restart"]);
});

test("a media error is recovered, then retried with the other audio codec, then given up", () => {
  const { mediaFailed } = recovery();
  mediaFailed();
  mediaFailed();
  mediaFailed();
  expect(calls).toEqual(["recover", "swap", "recover", "give up"]);
});

test("a media error long after the last one starts a new count", () => {
  const { mediaFailed } = recovery();
  mediaFailed();
  vi.advanceTimersByTime(60_000);
  mediaFailed();
  expect(calls).toEqual(["recover", "recover"]);
});

test("nothing happens after the player is destroyed", () => {
  const { networkFailed, stop } = recovery();
  networkFailed();
  stop();
  vi.advanceTimersByTime(60_000);
  expect(calls).toEqual([]);
});

test("a stalled stream is given up after one try when there is another source", () => {
  alternative = true;
  const { networkFailed } = recovery();
  networkFailed();
  vi.advanceTimersByTime(1_000);
  expect(calls).toEqual(["restart"]);
  networkFailed();
  expect(calls).toEqual(["restart", "give up"]);
});

describe("expired addresses", () => {
  test("are reloaded at once when nothing is buffered", () => {
    recovery().networkFailed(403);
    expect(calls).toEqual(["load the playlist again"]);
  });

  test("are reloaded when the buffer has played out", () => {
    stalled = false;
    const { networkFailed, stalled: waits } = recovery();
    networkFailed(403);
    waits();
    expect(calls).toEqual(["load the playlist again"]);
  });

  test("are not assumed when loading failed before any data arrived", () => {
    stalled = false;
    const { networkFailed, dataArrived, stalled: waits } = recovery();
    networkFailed(403);
    dataArrived();
    waits();
    expect(calls).toEqual([]);
  });
});

const { NETWORK_ERROR, MEDIA_ERROR, MUX_ERROR } = ErrorTypes;

test.each([
  ["a missing segment", "missing", NETWORK_ERROR, ErrorDetails.FRAG_LOAD_ERROR, 404],
  ["a playlist that was removed", "missing", NETWORK_ERROR, ErrorDetails.MANIFEST_LOAD_ERROR, 410],
  ["a refused segment", "refused", NETWORK_ERROR, ErrorDetails.FRAG_LOAD_ERROR, 403],
  ["no answer in time", "slow", NETWORK_ERROR, ErrorDetails.FRAG_LOAD_TIMEOUT, 0],
  ["a server that waited in vain", "slow", NETWORK_ERROR, ErrorDetails.LEVEL_LOAD_ERROR, 504],
  ["no connection", "disconnected", NETWORK_ERROR, ErrorDetails.FRAG_LOAD_ERROR, 0],
  ["a server's fault", "unknown", NETWORK_ERROR, ErrorDetails.FRAG_LOAD_ERROR, 502],
  ["a playlist that is none", "unknown", NETWORK_ERROR, ErrorDetails.MANIFEST_PARSING_ERROR, 200],
  ["a codec", "undecodable", MEDIA_ERROR, ErrorDetails.BUFFER_ADD_CODEC_ERROR, undefined],
  ["a fault of hls.js", "unknown", MUX_ERROR, ErrorDetails.REMUX_ALLOC_ERROR, undefined],
])("the cause of %s is %s", (_what, cause, type, details, code) => {
  const response = code === undefined ? undefined : { url: "", data: undefined, code };
  expect(causeOf({ type, details, response } as ErrorData)).toBe(cause);
});
