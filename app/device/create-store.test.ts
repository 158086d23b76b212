import { expect, onTestFinished, test, vi } from "vitest";
import { createStore, type Storage } from "./create-store.ts";
import { deviceSchema, tabSchema } from "./storage-schema.ts";

function storageWith(contents: Record<string, string> = {}): Storage & Map<string, string> {
  const map = new Map(Object.entries(contents));
  return Object.assign(map, {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
  });
}

const storeOver = (storage: Storage | null) =>
  // like the browser's: null in web views that have no storage
  createStore(deviceSchema, () => storage as Storage);
const search = (term: string) => (terms: readonly string[]) => [term, ...terms];

test("stored values are there on the next visit", () => {
  const storage = storageWith();
  storeOver(storage).update("likedVideos", () => ["1024", "7"]);
  expect(storeOver(storage).read("likedVideos")).toEqual(["1024", "7"]);
});

test("the search history holds ten distinct terms, newest first, and no blank ones", () => {
  const store = storeOver(storageWith());
  for (const term of ["海", "  ", "山", ..."abcdefghij", "c"])
    store.update("searchHistory", search(term));
  expect(store.read("searchHistory").join("")).toBe("cjihgfedba");
});

test("corrupt storage reads as empty", () => {
  for (const corrupt of ["", "{", "null", "42", '"x"', "{}", "[{}, null, [], true]"]) {
    const store = storeOver(storageWith({ likedVideos: corrupt, savedVideos: corrupt }));
    expect(store.read("likedVideos"), corrupt).toEqual([]);
    expect(store.read("savedVideos"), corrupt).toEqual([]);
  }
});

test("a partly corrupt list keeps its valid entries, with every field in its type", () => {
  const savedVideos = JSON.stringify([
    { code: 5, title: "海边日落", cover: "/image/x", vip: true, hot: "12", duration: "01:00" },
    { title: "no code" },
    { code: "5", title: "again" },
    { code: "6", cover: "https://elsewhere.test/x.png", hot: {}, savedAt: null },
  ]);
  expect(storeOver(storageWith({ savedVideos })).read("savedVideos")).toEqual([
    {
      code: "5",
      title: "海边日落",
      cover: "/image/x",
      vip: true,
      hot: 12,
      duration: "01:00",
      savedAt: 0,
    },
    { code: "6", title: "", cover: "", vip: false, hot: 0, duration: "", savedAt: 0 },
  ]);
});

test("if storage is full, values are kept in memory", () => {
  const full = {
    ...storageWith(),
    setItem: () => {
      throw new DOMException("full", "QuotaExceededError");
    },
  };
  const store = storeOver({ ...full, getItem: () => null });
  store.update("searchHistory", search("海"));
  expect(store.read("searchHistory")).toEqual(["海"]);
  store.refresh();
  expect(store.read("searchHistory")).toEqual(["海"]);
});

test("blocked or missing storage is tolerated", () => {
  const forbidden = createStore(deviceSchema, () => {
    throw new DOMException("denied", "SecurityError");
  });
  for (const store of [forbidden, storeOver(null)]) {
    store.update("likedVideos", () => ["5"]);
    expect(store.read("likedVideos")).toEqual(["5"]);
    store.remove();
    expect(store.read("likedVideos")).toEqual([]);
  }
});

test("an incognito tab reads what is stored, and keeps changes in memory, except for an order that is being paid", () => {
  vi.stubGlobal("sessionStorage", storageWith({ incognito: "1" }));
  onTestFinished(() => void vi.unstubAllGlobals());
  const storage = storageWith({ searchHistory: '["山"]' });
  const store = storeOver(storage);
  store.update("searchHistory", search("海"));
  expect(store.read("searchHistory")).toEqual(["海", "山"]);
  expect(storage.getItem("searchHistory")).toBe('["山"]');
  const tab = createStore(tabSchema, () => storage);
  tab.update("installDismissed", () => true);
  const order = { product: "vip", order: "7", episode: null, isSearched: false } as const;
  tab.update("purchase", (purchase) => ({ ...purchase, order, at: Date.now() }));
  expect([...storage.keys()]).toEqual(["searchHistory", "purchase"]);
  tab.update("purchase", (purchase) => ({ ...purchase, order: null }));
  expect([...storage.keys()]).toEqual(["searchHistory"]);
});

test("unchanged contents are returned as the same object, so that React does not render again", () => {
  const store = storeOver(storageWith({ likedVideos: '["1"]' }));
  expect(store.read("likedVideos")).toBe(store.read("likedVideos"));
  expect(store.read("searchHistory")).toBe(store.read("searchHistory"));
});

test("listeners are notified of changes in this tab and in others", () => {
  const storage = storageWith();
  const [here, elsewhere] = [storeOver(storage), storeOver(storage)];
  const listener = vi.fn();
  const unsubscribe = here.subscribe(listener);
  here.update("likedVideos", () => ["1"]);
  expect(listener).toHaveBeenCalledTimes(1);
  elsewhere.update("likedVideos", (codes) => ["2", ...codes]);
  here.refresh();
  expect(listener).toHaveBeenCalledTimes(2);
  expect(here.read("likedVideos")).toEqual(["2", "1"]);
  unsubscribe();
  here.remove("likedVideos");
  expect(listener).toHaveBeenCalledTimes(2);
  expect(here.read("likedVideos")).toEqual([]);
});

test("completed tasks are stored for the latest two dates, for every member", () => {
  const store = storeOver(storageWith({ vipVideoDate: '{"2025-06-13":["1"],"soon":["1"],"x":2}' }));
  store.update("vipVideoDate", (dates) => ({ ...dates, "2025-06-14": ["1", "2", "1"] }));
  store.update("vipVideoDate", (dates) => ({ ...dates, "2025-06-15": ["2"] }));
  expect(store.read("vipVideoDate")).toEqual({ "2025-06-15": ["2"], "2025-06-14": ["1", "2"] });
});

test("a draft is stored until its text is deleted", () => {
  const storage = storageWith({ drafts: "[1]" });
  storeOver(storage).update("drafts", () => ({ chat: "写了一半", feedback: "" }));
  expect(storeOver(storage).read("drafts")).toEqual({ chat: "写了一半" });
});
