import * as undici from "undici";
import { beforeEach, expect, test, vi } from "vitest";
import { INCOGNITO } from "../device/incognito.ts";

const ORIGIN = "https://site.test";

let isLocked = false;
const answers: ((answer: Response) => void)[] = [];
type Listener = (event: Record<string, unknown>) => void;
const listeners = new Map<string, Listener>();

beforeEach(async () => {
  const held = () => (isLocked ? [{ name: INCOGNITO }] : []);
  vi.stubGlobal("caches", undici.caches);
  vi.stubGlobal("navigator", { locks: { query: async () => ({ held: held() }) } });
  vi.stubGlobal("fetch", () => new Promise((answer) => answers.push(answer)));
  vi.stubGlobal("self", {
    location: { origin: ORIGIN },
    addEventListener: (type: string, listener: Listener) => listeners.set(type, listener),
  });
  await import("./worker.ts");
});

/** Asks for a cover, whose answer comes after `meanwhile`; what is cached then. */
async function coversAfter(meanwhile: () => void) {
  await caches.delete("covers");
  let kept: Promise<unknown> | undefined;
  let answered: Promise<unknown> | undefined;
  listeners.get("fetch")?.({
    request: new undici.Request(`${ORIGIN}/image/a?w=540`),
    waitUntil: (work: Promise<unknown>) => {
      kept = work;
    },
    respondWith: (answer: Promise<unknown>) => {
      answered = answer;
    },
  });
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  meanwhile();
  answers.pop()?.(new undici.Response("cover") as unknown as Response);
  await answered;
  await kept;
  return (await (await caches.open("covers")).keys()).length;
}

test("a cover is cached, but not for an incognito page, even if that is left or has just begun", async () => {
  expect(await coversAfter(() => {})).toBe(1);
  const begins = () => {
    isLocked = true;
  };
  expect(await coversAfter(begins)).toBe(0);
  expect(await coversAfter(() => {})).toBe(0);
  const leaves = () => {
    isLocked = false;
  };
  expect(await coversAfter(leaves)).toBe(0);
});
