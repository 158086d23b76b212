import { afterEach, expect, test, vi } from "vitest";
import { deviceStorage } from "../../device/storage.ts";
import { isPin, secondsToWait, setPin } from "./lock.ts";

const stored = () => {
  const lock = deviceStorage.read("lock");
  if (!lock) throw new Error("there is no lock");
  return lock;
};
const wait = () => secondsToWait(stored());

async function lockWith(pin: string) {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.stubGlobal("window", new EventTarget());
  await setPin(pin);
}

afterEach(() => {
  deviceStorage.remove("lock");
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("only the chosen PIN is right, and each lock hashes it differently", async () => {
  await lockWith("2580");
  const { hash } = stored();
  expect(await isPin("2580")).toBe(true);
  expect(await isPin("0000")).toBe(false);
  await setPin("2580");
  expect(stored().hash).not.toBe(hash);
});

test("wrong tries cost longer and longer waits, up to an hour, in which even the right PIN is not tried", async () => {
  await lockWith("2580");
  const waits: number[] = [];
  for (let tries = 0; tries < 11; tries += 1) {
    await isPin("0000");
    waits.push(wait());
    if (wait() > 0) expect(await isPin("2580")).toBe(false);
    vi.setSystemTime(Date.now() + wait() * 1_000);
  }
  expect(waits).toEqual([0, 0, 30, 60, 120, 240, 480, 960, 1_920, 3_600, 3_600]);
  expect(await isPin("2580")).toBe(true);
  expect(wait()).toBe(0);
});

test("a clock that was set back makes no wait longer than an hour", async () => {
  await lockWith("2580");
  deviceStorage.update("lock", (lock) => lock && { ...lock, until: Date.now() + 1e9 });
  expect(wait()).toBe(3_600);
});
