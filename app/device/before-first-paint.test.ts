import { describe, expect, test } from "vitest";
import { finishedVideos, videosToContinue, type WatchedVideos } from "./before-first-paint.ts";
import firstScript from "./first-script.ts?script";

const card = (code: string) => ({ code, title: code, cover: "", vip: false, hot: 0, duration: "" });
const known = (code: string, hidden?: boolean) => ({ ...card(code), episodes: 1, hidden });
const watched = (code: string, seconds: number) => ({
  code,
  episode: 0,
  seconds,
  length: 100,
  at: 1,
});

const codes = (given: Partial<WatchedVideos>) => {
  const none = { videoHistory: [], knownVideos: [], removedHistory: [], recordedVideos: null };
  return videosToContinue({ ...none, ...given }).map(({ video }) => video.code);
};

describe("a video to continue", () => {
  test("was started but not finished, and has its card stored on this device; the latest comes first", () => {
    const videoHistory = [watched("c", 50), watched("a", 2), watched("b", 99), watched("d", 10)];
    expect(
      codes({ videoHistory, knownVideos: ["d", "a", "b"].map((code) => known(code)) }),
    ).toEqual(["d"]);
    expect(codes({ videoHistory, knownVideos: ["d", "c"].map((code) => known(code)) })).toEqual([
      "c",
      "d",
    ]);
  });

  test("is never a hidden-section video or one that was removed", () => {
    const videoHistory = [watched("a", 50), watched("b", 50), watched("c", 50)];
    const knownVideos = [known("a", true), known("b", false), known("c")];
    expect(codes({ videoHistory, knownVideos, removedHistory: ["b"] })).toEqual(["c"]);
  });

  test("comes from the member's other devices only if nothing was watched here", () => {
    const recordedVideos = [card("x"), card("y")];
    expect(codes({ recordedVideos, removedHistory: ["y"] })).toEqual(["x"]);
    expect(codes({ recordedVideos, videoHistory: [watched("a", 1)] })).toEqual([]);
  });
});

describe("a video that lists may leave out", () => {
  const left = (address: string, given: Partial<WatchedVideos> = {}) => {
    const videoHistory = [watched("a", 96), watched("b", 95), watched("c", 1)];
    const none = { videoHistory, knownVideos: [], removedHistory: [] };
    return finishedVideos({ ...none, ...given }, new URL(address, "http://site.test"));
  };

  test("was watched to its end, and is still in the device's history", () => {
    expect(left("/")).toEqual(["a"]);
    expect(left("/", { removedHistory: ["a"] })).toEqual([]);
  });

  test("was watched in its last episode, if it has several", () => {
    const knownVideos = [{ ...known("a"), episodes: 2 }];
    expect(left("/", { knownVideos })).toEqual([]);
    const videoHistory = [{ ...watched("a", 96), episode: 1 }];
    expect(left("/", { knownVideos, videoHistory })).toEqual(["a"]);
  });

  test.each([
    ["/?tag=30", ["a"]],
    ["/cateInfo?item=1", ["a"]],
    ["/publish", ["a"]],
    ["/sreinfo?type=30&searchStr=&title=x", ["a"]],
    ["/sreinfo?type=30&searchStr=x", []],
    ["/videoinfo?id=a", []],
    ["/history", []],
    ["/collengt", []],
    ["/swipe", []],
  ])("at %s is %j", (address, codes) => expect(left(address)).toEqual(codes));
});

test("the inline script in the head sets up the document from storage, even if the stored values are corrupt", () => {
  const storage = (values: Record<string, unknown>) => ({
    getItem: (name: string) => (name in values ? JSON.stringify(values[name]) : null),
  });
  const canContinueCalls: boolean[] = [];
  let rules = "";
  const fakeGlobals = {
    localStorage: storage({}),
    sessionStorage: storage({}),
    document: {
      adoptedStyleSheets: [],
      cookie: "",
      documentElement: {
        dataset: {},
        toggleAttribute: (name: string, on: boolean) =>
          name === "data-can-continue" && canContinueCalls.push(on),
      },
    },
    CSSStyleSheet: class {
      replaceSync(text: string) {
        rules = text;
      }
    },
    location: new URL("http://site.test/"),
    addEventListener: () => {},
  };
  const run = (local: Record<string, unknown>) =>
    new Function(...Object.keys(fakeGlobals), firstScript)(
      ...Object.values({ ...fakeGlobals, localStorage: storage(local) }),
    );
  run({ videoHistory: [watched("1", 50)], knownVideos: [known("1")], unwantedVideos: ["7", "}"] });
  expect(canContinueCalls).toEqual([true]);
  expect(rules).toBe(
    'li:not([data-own-list] li):has(a:is([href="/videoinfo?id=7"])) { display: none }',
  );
  run({ videoHistory: [watched("8", 99)], hideWatched: true, unwantedVideos: ["7"] });
  expect(rules).toContain(':is([href="/videoinfo?id=7"],[href="/videoinfo?id=8"])');
  run({ videoHistory: [watched("8", 99)], hideWatched: false });
  expect(rules).toBe("");
  run({});
  expect(canContinueCalls).toEqual([true, false, false, false]);
  expect(rules).toBe("");
  run({ videoHistory: "corrupt", knownVideos: 5 });
  expect(canContinueCalls.at(-1)).not.toBe(true);
  expect(fakeGlobals.document.cookie).toBe("");
  run({ blurCovers: true });
  expect(fakeGlobals.document.cookie).toMatch(/^blurred=1; path=\/; samesite=lax; max-age=345/);
  run({ blurCovers: false });
  expect(fakeGlobals.document.cookie).toMatch(/max-age=0$/);
});

describe("快速离开", () => {
  const HALF = 299;

  /** Runs the inline script, then sends it events; says whether the page was left. */
  function left(
    quickExit: boolean,
    send: (send: Record<string, (of: object) => void>) => void,
    { type = "navigate", mark = null }: { type?: string; mark?: string | null } = {},
  ) {
    const listeners: [type: string, listener: (event: object) => void][] = [];
    class PointerEvent {
      constructor(readonly of: object) {
        Object.assign(this, of);
      }
    }
    const store = { getItem: () => JSON.stringify(quickExit), setItem() {}, removeItem() {} };
    const root = { dataset: {}, hidden: false, toggleAttribute() {} };
    let replaced = "";
    const fakes = {
      ...{ localStorage: store, sessionStorage: { ...store, getItem: () => mark }, PointerEvent },
      document: { documentElement: root, querySelectorAll: () => [], cookie: "" },
      location: {
        replace(address: string) {
          replaced = address;
        },
      },
      addEventListener: (...added: (typeof listeners)[number]) => listeners.push(added),
      performance: { getEntriesByType: () => [{ type }] },
    };
    new Function(...Object.keys(fakes), firstScript)(...Object.values(fakes));
    const elsewhere = { closest: () => null };
    const dispatch = (sent: string, event: object) => {
      for (const [type, listener] of listeners) if (type === sent) listener(event);
    };
    send({
      tap: (of) =>
        dispatch("pointerdown", new PointerEvent({ clientY: 20, target: elsewhere, ...of })),
      show: (of) => dispatch("pageshow", of),
      press: (of) => dispatch("keydown", { key: "Escape", repeat: false, ...of }),
    });
    expect(root.hidden).toBe(replaced === "about:blank");
    return root.hidden;
  }
  const at = (...times: number[]) => times.map((timeStamp) => ({ timeStamp }));
  const tapped = (taps: object[], on = true) =>
    left(on, ({ tap }) => {
      for (const of of taps) tap?.(of);
    });
  const pressed = (keys: object[]) =>
    left(true, ({ press }) => {
      for (const of of keys) press?.(of);
    });

  test("takes three taps or three presses of Escape within 600 ms, if it is on", () => {
    expect(tapped(at(0, HALF, 2 * HALF))).toBe(true);
    expect(tapped(at(0, HALF, 2 * HALF), false)).toBe(false);
    expect(tapped(at(0, HALF))).toBe(false);
    expect(tapped(at(0, 300, 600, 900, 1_200))).toBe(false);
    expect(tapped(at(0, 300, 600, 899))).toBe(true);
    expect(pressed(at(0, HALF, 2 * HALF))).toBe(true);
  });

  test("counts no tap below the header and no other or held key", () => {
    const below = { clientY: 48 };
    const times = at(0, 10, 20);
    expect(tapped(times.map((of) => ({ ...of, ...below })))).toBe(false);
    const target = { closest: () => ({}) };
    expect(tapped(times.map((of) => ({ ...of, ...below, target })))).toBe(true);
    expect(pressed(times.map((of) => ({ ...of, key: "a" })))).toBe(false);
    expect(pressed(times.map((of) => ({ ...of, repeat: true })))).toBe(false);
  });

  test("is repeated by pages that one goes back to, also by those that the browser has kept", () => {
    const shown = (persisted: boolean, of: { type?: string; mark?: string | null }) =>
      left(false, ({ show }) => show?.({ persisted }), of);
    expect(shown(false, { type: "back_forward", mark: "1" })).toBe(true);
    expect(shown(true, { mark: "1" })).toBe(true);
    expect(shown(true, { type: "back_forward" })).toBe(false);
    expect(shown(false, { mark: "1" })).toBe(false);
  });
});
