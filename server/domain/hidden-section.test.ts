import { beforeEach, describe, expect, test } from "vitest";
import { startAnsweringUpstream } from "../../tests/support/servers/answering-upstream.ts";
import { createCacheability } from "../outcomes/defer-after.ts";
import { UpstreamFault } from "../upstream-client/errors.ts";
import { guardHiddenSection } from "./hidden-section.ts";

const SHELVES = "/app-api/cartoon/selectSubjectByName";
const TREE = "/app-api/cartoon/listLeftType";

let upstream: Awaited<ReturnType<typeof startAnsweringUpstream>>;
/** A new site per test, because public answers are cached. */
beforeEach(async () => {
  upstream = await startAnsweringUpstream();
  const shelf = { dictCode: "900", pid: "42", relationMovies: [{ cartoonCode: "7" }] };
  upstream.answers = {
    [SHELVES]: { code: 0, data: [shelf] },
    [TREE]: { code: 0, data: [{ dictCode: "42" }, { dictCode: "101" }] },
  };
  return upstream.stop;
});

/** The guarded section for a visitor, and the document's cacheability. */
function guard(mayEnter: () => Promise<boolean>) {
  const cacheability = createCacheability();
  const nobody = () => Promise.reject(new Error("nobody is visiting"));
  const api = upstream.services.connect({ credentials: nobody });
  return { ...guardHiddenSection(api, mayEnter, cacheability), cacheability };
}
const no = async () => false;
const yes = async () => true;
const unknown = () => Promise.reject(new UpstreamFault("down"));

describe("lists by category codes", () => {
  test.each([
    ["42"],
    ["900"],
    ["101,900"],
    ["900,101"],
    [" 42 "],
    ["101", "900"],
    ["900", "101"],
    ["", "42"],
  ])("%s %s need permission, and are refused while it is unknown", async (...codes) => {
    const outcomes = [no, unknown, yes].map((mayEnter) => guard(mayEnter).mayList(...codes));
    expect(await Promise.all(outcomes)).toEqual([false, false, true]);
  });

  test.each([[""], ["0"], ["101"], ["101,102"], ["101", "0"], ["4299"]])(
    "%s %s are public, and the visitor's permission is not looked up",
    async (...codes) => {
      const { mayList, cacheability } = guard(unknown);
      expect([await mayList(...codes), cacheability.incomplete]).toEqual([true, false]);
    },
  );

  test("fall back on the code prefix while the section's contents are unknown, and are not cached", async () => {
    delete upstream.answers[SHELVES];
    const { mayList, cacheability } = guard(no);
    expect([await mayList("4299"), await mayList("101")]).toEqual([false, true]);
    expect(cacheability.incomplete).toBe(true);
  });

  test("are judged by the category tree if the upstream has no shelves of the section", async () => {
    upstream.answers[SHELVES] = { code: 404, msg: "" };
    const { mayList, cacheability } = guard(no);
    expect([await mayList("900"), await mayList("42")]).toEqual([true, false]);
    expect(cacheability.incomplete).toBe(false);
  });
});

describe("a video", () => {
  const videos = [
    { code: "7", categoryCode: "101" },
    { code: "8", categoryCode: "900" },
    { code: "9", categoryCode: "101" },
    { code: "9", categoryCode: "4299" },
  ];
  const areHidden = () => {
    const { contains } = guard(no);
    return Promise.all(videos.map((video) => contains(video)));
  };

  test("belongs to the section by its shelf or its category", async () => {
    expect(await areHidden()).toEqual([true, true, false, false]);
  });

  test("is judged by its category's code prefix while the section's contents are unknown", async () => {
    delete upstream.answers[SHELVES];
    expect(await areHidden()).toEqual([false, false, false, true]);
  });
});
