import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Cacheability } from "../outcomes/defer-after.ts";
import { pageKeyOf } from "./public-pages.ts";
import { createDocumentStore } from "./store.ts";

const log = pino({ level: "silent" });

const keyOf = (path: string) => {
  const requester = { ageGateClosed: false, blursCovers: false, isUnregistered: () => true };
  const key = pageKeyOf(new URL(path, "http://site.test"), requester);
  if (!key) throw new Error(`${path} is not public`);
  return key;
};
const home = keyOf("/");

type Answer = (cacheability: Cacheability, path: string) => Response | Promise<Response>;
const page = (text: string, init?: ResponseInit) =>
  new Response(`<html>${text}</html>`, { headers: { "content-type": "text/html" }, ...init });

/** A store that counts its renders. */
function storeOf(first: Answer, capacity = 1_000_000) {
  const rendered = { times: 0, answer: first };
  const store = createDocumentStore({
    log,
    capacity,
    render: async ({ path }, { cacheability }) => {
      rendered.times += 1;
      return rendered.answer(cacheability, path);
    },
  });
  const shown = async (address = home) =>
    (await store.get(address))?.document.plain.bytes.toString();
  const make = (address = home) => store.render(address).document;
  return { store, rendered, shown, make };
}

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());
const later = (ms: number) => vi.setSystemTime(Date.now() + ms);
const settled = () => new Promise((resolve) => setTimeout(resolve, 20));

describe("a document", () => {
  test("is rendered once for concurrent requests", async () => {
    const { make, rendered } = storeOf(() => page("1"));
    await Promise.all(Array.from({ length: 100 }, () => make()));
    expect(rendered.times).toBe(1);
  });

  test("is fresh for five seconds, and then refreshed once in the background", async () => {
    const { make, rendered, shown } = storeOf(() => page("old"));
    await make();
    rendered.answer = () => page("new");
    later(4_999);
    expect([await shown(), rendered.times]).toEqual(["<html>old</html>", 1]);
    later(2);
    expect([await shown(), await shown(), rendered.times]).toEqual([
      "<html>old</html>",
      "<html>old</html>",
      2,
    ]);
    await settled();
    expect([await shown(), rendered.times]).toEqual(["<html>new</html>", 2]);
  });

  test("that was not requested for a while is rendered before it is served", async () => {
    const { store, make, rendered, shown } = storeOf(() => page("old"));
    await make();
    rendered.answer = () => page("new");
    later(15_001);
    expect(store.ready(home.key)).toBeUndefined();
    expect(await shown()).toBe("<html>new</html>");
  });

  test("is served stale if rendering takes too long, and is replaced afterwards", async () => {
    const { make, rendered, shown } = storeOf(() => page("old"));
    await make();
    rendered.answer = () => new Promise((resolve) => setTimeout(resolve, 400, page("new")));
    later(60_000);
    expect(await shown()).toBe("<html>old</html>");
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await shown()).toBe("<html>new</html>");
  });

  test("that is unchanged keeps its compressed forms", async () => {
    const { store, make } = storeOf(() => page("same"));
    const first = await make();
    later(6_000);
    expect(await make()).toBe(first);
    expect(store.ready(home.key)).toBe(first);
  });
});

test("documents and their compressed forms stay within the memory limit", async () => {
  const [capacity, length] = [200_000, 5_000];
  const { store, make } = storeOf(() => page("x".repeat(length)), capacity);
  const addresses = Array.from({ length: 60 }, (_, index) => ({
    ...home,
    key: `open /?page=${index}`,
    path: `/?page=${index}`,
  }));
  for (const address of addresses) await make(address);
  const kept = addresses.filter(({ key }) => store.ready(key)).length;
  expect(kept).toBeGreaterThan(5);
  // a document and its compressed forms
  expect(kept * 2 * length).toBeLessThanOrEqual(capacity);
  expect(store.ready(addresses.at(-1)?.key ?? "")).toBeDefined();
});

test("suggestions never evict a page, for any number of terms", async () => {
  const { store, make } = storeOf(() => page("x".repeat(5_000)), 1_000_000);
  await make(home);
  const terms = Array.from({ length: 60 }, (_, index) => keyOf(`/suggestions?term=${index}`));
  for (const term of terms) await make(term);
  expect(store.ready(home.key)).toBeDefined();
  const kept = terms.filter(({ key }) => store.ready(key));
  expect(kept.length).toBeLessThan(6);
  expect(kept).toContain(terms.at(-1));
});

describe("a cached document is not replaced by", () => {
  const failures: [string, Answer][] = [
    ["an error response", () => page("x", { status: 500 })],
    ["an exception", () => Promise.reject(new Error("no"))],
    [
      "a page with a missing part",
      (cacheability) => {
        cacheability.incomplete = true;
        return page("x");
      },
    ],
    [
      "a page that used visitor data only because its audience was uncertain",
      (cacheability) => {
        cacheability.incomplete = true;
        cacheability.uncertain = true;
        cacheability.personal = true;
        return page("x");
      },
    ],
    [
      "a page that is cut off",
      () => new Response("<html>", { headers: { "content-type": "text/html" } }),
    ],
  ];
  test.each(failures)("%s", async (_what, answer) => {
    const { make, rendered, shown } = storeOf(() => page("good"));
    await make();
    rendered.answer = answer;
    later(60_000);
    expect(await shown()).toBe("<html>good</html>");
    // further requests do not render again
    const { times } = rendered;
    expect([await shown(), rendered.times]).toEqual(["<html>good</html>", times]);
  });
});

describe("a cached document is removed by", () => {
  const endings: [string, Answer][] = [
    ["a page that no longer exists", () => page("x", { status: 404 })],
    ["a redirect", () => new Response(null, { status: 302, headers: { location: "/" } })],
    [
      "a page that used visitor data",
      (cacheability) => {
        cacheability.incomplete = true;
        cacheability.personal = true;
        return page("x");
      },
    ],
    [
      "a page that sets a cookie",
      () => page("x", { headers: { "content-type": "text/html", "set-cookie": "a=b" } }),
    ],
    [
      "an answer that forbids storing",
      () => page("x", { headers: { "cache-control": "private, no-store" } }),
    ],
  ];
  test.each(endings)("%s", async (_what, answer) => {
    const { store, make, rendered, shown } = storeOf(() => page("good"));
    await make();
    rendered.answer = answer;
    later(60_000);
    expect(await shown()).toBeUndefined();
    expect(store.ready(home.key)).toBeUndefined();
  });
});

test("after an hour of failures a playlist is no longer served", async () => {
  const text = "#EXTM3U\n";
  const { make, rendered, shown } = storeOf(() => new Response(text));
  const address = keyOf("/stream/100301/0/0/index.m3u8");
  await make(address);
  rendered.answer = () => new Response(null, { status: 502 });
  later(60 * 60 * 1000 - 1_000);
  expect(await shown(address)).toBe(text);
  later(2_000);
  expect(await shown(address)).toBeUndefined();
});

test("after a day of failures a page is no longer served", async () => {
  const { make, rendered, shown } = storeOf(() => page("good"));
  await make();
  rendered.answer = () => page("x", { status: 500 });
  later(24 * 60 * 60 * 1000 - 1_000);
  expect(await shown()).toBe("<html>good</html>");
  later(2_000);
  expect(await shown()).toBeUndefined();
});

test("the least recently requested documents are evicted first", async () => {
  const { store, make } = storeOf((_cacheability, path) => page(path.padEnd(10_000)), 60_000);
  await make(keyOf("/?tag=1"));
  for (let tag = 2; tag < 20; tag += 1) {
    store.ready(keyOf("/?tag=1").key);
    await make(keyOf(`/?tag=${tag}`));
  }
  expect(store.ready(keyOf("/?tag=1").key)).toBeDefined();
  expect(store.ready(keyOf("/?tag=2").key)).toBeUndefined();
  expect(store.ready(keyOf("/?tag=19").key)).toBeDefined();
});
