import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Cacheability } from "../outcomes/defer-after.ts";
import { pageKeyOf } from "./public-pages.ts";
import { createDocumentStore } from "./store.ts";

const log = pino({ level: "silent" });

const addressOf = (path: string) => {
  const requester = { ageGateClosed: false, isUnregistered: () => true };
  const address = pageKeyOf(new URL(path, "http://site.test"), requester);
  if (!address) throw new Error(`${path} is not public`);
  return address;
};
const home = addressOf("/");

type Answer = (cacheability: Cacheability, path: string) => Response | Promise<Response>;
const page = (text: string, init?: ResponseInit) =>
  new Response(`<html>${text}</html>`, { headers: { "content-type": "text/html" }, ...init });

/** A store, and its number of renders. */
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
  test("is made once for all who ask while it is made", async () => {
    const { make, rendered } = storeOf(() => page("1"));
    await Promise.all(Array.from({ length: 100 }, () => make()));
    expect(rendered.times).toBe(1);
  });

  test("is fresh for five seconds, and then renewed behind the visitor's back, once", async () => {
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

  test("that nobody asked for in a while is made anew first", async () => {
    const { store, make, rendered, shown } = storeOf(() => page("old"));
    await make();
    rendered.answer = () => page("new");
    later(15_001);
    expect(store.ready(home.key)).toBeUndefined();
    expect(await shown()).toBe("<html>new</html>");
  });

  test("stays when the new one would take too long, and the new one comes later", async () => {
    const { make, rendered, shown } = storeOf(() => page("old"));
    await make();
    rendered.answer = () => new Promise((resolve) => setTimeout(resolve, 400, page("new")));
    later(60_000);
    expect(await shown()).toBe("<html>old</html>");
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await shown()).toBe("<html>new</html>");
  });

  test("that has not changed keeps its compressed forms", async () => {
    const { store, make } = storeOf(() => page("same"));
    const first = await make();
    later(6_000);
    expect(await make()).toBe(first);
    expect(store.ready(home.key)).toBe(first);
  });
});

test("documents of any number stay within the bytes they may take", async () => {
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

test("suggestions for any number of terms push out no page", async () => {
  const { store, make } = storeOf(() => page("x".repeat(5_000)), 1_000_000);
  await make(home);
  const terms = Array.from({ length: 60 }, (_, index) => addressOf(`/suggestions?term=${index}`));
  for (const term of terms) await make(term);
  expect(store.ready(home.key)).toBeDefined();
  const kept = terms.filter(({ key }) => store.ready(key));
  expect(kept.length).toBeLessThan(6);
  expect(kept).toContain(terms.at(-1));
});

describe("what never takes a cached document's place:", () => {
  const failures: [string, Answer][] = [
    ["a failure", () => page("x", { status: 500 })],
    ["an exception", () => Promise.reject(new Error("no"))],
    [
      "a page with a part missing",
      (cacheability) => {
        cacheability.incomplete = true;
        return page("x");
      },
    ],
    [
      "a page that asked who is visiting, because it was not known whom it is for",
      (cacheability) => {
        cacheability.incomplete = true;
        cacheability.uncertain = true;
        cacheability.personal = true;
        return page("x");
      },
    ],
    [
      "a page that breaks off",
      () => new Response("<html>", { headers: { "content-type": "text/html" } }),
    ],
  ];
  test.each(failures)("%s", async (_what, answer) => {
    const { make, rendered, shown } = storeOf(() => page("good"));
    await make();
    rendered.answer = answer;
    later(60_000);
    expect(await shown()).toBe("<html>good</html>");
    // and further requests do not render again
    const { times } = rendered;
    expect([await shown(), rendered.times]).toEqual(["<html>good</html>", times]);
  });
});

describe("what ends a cached document, for whoever comes next:", () => {
  const endings: [string, Answer][] = [
    ["a page that is not there any more", () => page("x", { status: 404 })],
    ["a redirect", () => new Response(null, { status: 302, headers: { location: "/" } })],
    [
      "a page that asked who is visiting",
      (cacheability) => {
        cacheability.incomplete = true;
        cacheability.personal = true;
        return page("x");
      },
    ],
    [
      "a page with somebody's cookie",
      () => page("x", { headers: { "content-type": "text/html", "set-cookie": "a=b" } }),
    ],
    [
      "an answer that says that nobody may store it",
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

test("after an hour of failures there is no playlist any more", async () => {
  const text = "#EXTM3U\n";
  const { make, rendered, shown } = storeOf(() => new Response(text));
  const address = addressOf("/stream/100301/0/0/index.m3u8");
  await make(address);
  rendered.answer = () => new Response(null, { status: 502 });
  later(60 * 60 * 1000 - 1_000);
  expect(await shown(address)).toBe(text);
  later(2_000);
  expect(await shown(address)).toBeUndefined();
});

test("after a day of failures there is nothing to show any more", async () => {
  const { make, rendered, shown } = storeOf(() => page("good"));
  await make();
  rendered.answer = () => page("x", { status: 500 });
  later(24 * 60 * 60 * 1000 - 1_000);
  expect(await shown()).toBe("<html>good</html>");
  later(2_000);
  expect(await shown()).toBeUndefined();
});

test("documents take no more room than they may; those asked for least leave first", async () => {
  const { store, make } = storeOf((_cacheability, path) => page(path.padEnd(10_000)), 60_000);
  await make(addressOf("/?tag=1"));
  for (let tag = 2; tag < 20; tag += 1) {
    store.ready(addressOf("/?tag=1").key);
    await make(addressOf(`/?tag=${tag}`));
  }
  expect(store.ready(addressOf("/?tag=1").key)).toBeDefined();
  expect(store.ready(addressOf("/?tag=2").key)).toBeUndefined();
  expect(store.ready(addressOf("/?tag=19").key)).toBeDefined();
});
