import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  allPages,
  codesOf,
  createCaller,
  searchPage,
  type WireVideo,
} from "../../../tests/support/upstream/device.ts";
import { videos } from "../db/schema.ts";
import { startUpstream, type Upstream } from "../start.ts";

interface Shelf {
  dictCode: string;
  pid: string;
  relationMovies: WireVideo[];
}

let upstream: Upstream;
let call: ReturnType<typeof createCaller>;
beforeAll(async () => {
  upstream = await startUpstream();
  call = createCaller(upstream);
});
afterAll(() => upstream.stop());

const search = (body: Parameters<typeof searchPage>[1], page = 1) => searchPage(call, body, page);
const topic = async (typeCode: string, sonTypeCode = "", currentPage = 1) =>
  (
    await call<WireVideo[]>("/app-api/cartoon/selectSubjectMovies", {
      typeCode,
      sonTypeCode,
      currentPage,
    })
  ).data;
const hidden = async () =>
  (await call<Shelf[]>("/app-api/cartoon/selectSubjectByName", { dictName: "暗网", type: 0 })).data;
const batch = async (sonTypeCode: string) =>
  (
    await call<WireVideo[]>("/app-api/cartoon/changeBatch", {
      currentPage: 1,
      sonTypeCode,
      typeCode: 42,
    })
  ).data;

describe("the hidden section", () => {
  it("has six shelves with a few videos each, and a link to more of one", async () => {
    const shelves = await hidden();
    expect(shelves).toHaveLength(6);
    for (const { dictCode, pid, relationMovies } of shelves) {
      expect([pid, relationMovies.length]).toEqual(["42", 5]);
      const more = await allPages((page) =>
        search({ cartoonType: pid, cartoonSonType: dictCode, title: "暗网" }, page),
      );
      expect(codesOf(more)).toEqual(expect.arrayContaining(codesOf(relationMovies)));
      expect(new Set(more.map((video) => video.dictCode))).toEqual(new Set([dictCode]));
    }
  });

  it("changes a shelf's batch each time, independently of other shelves", async () => {
    for (const { dictCode, relationMovies } of await hidden()) {
      let before = codesOf(relationMovies);
      for (let turn = 0; turn < 4; turn += 1) {
        const next = codesOf(await batch(dictCode));
        await batch("4201");
        expect(next.toSorted()).not.toEqual(before.toSorted());
        expect(new Set(next).size).toBe(5);
        before = next;
      }
    }
    expect(await batch("101")).toEqual([]);
  });

  it("shows its videos nowhere else", async () => {
    const secret = await upstream.db.select().from(videos).where(eq(videos.restricted, true));
    const secretCodes = new Set(secret.map(({ code }) => String(code)));
    const index = (await call("/app-api/cartoon/listIndex")).data;
    const paging = async (typeCode: string, currentPage: number) =>
      (
        await call<WireVideo[]>("/app-api/cartoon/listPaging", {
          typeCode,
          currentPage,
          type: "全部",
        })
      ).data;
    const shown = [
      ...(JSON.stringify(index).match(/(?<="cartoonCode":")\d+/g) ?? []),
      ...codesOf(await allPages((page) => paging("0", page))),
      ...codesOf(await paging("42", 1)),
      ...codesOf(await topic("42")),
      ...codesOf(await search({ searchKey: secret[0]?.title })),
      ...codesOf(await search({ cartoonSonType: "4201" })),
    ];
    const [secretCode = ""] = secretCodes;
    const detail = await call<{ recommend: WireVideo[] }>("/app-api/cartoon/getVideoDetail", {
      index: 0,
      vid: secretCode,
    });
    expect(detail.code).toBe(0);
    shown.push(...codesOf(detail.data.recommend));
    expect(shown.length).toBeGreaterThan(360);
    expect(shown.filter((code) => secretCodes.has(code))).toEqual([]);
    const tree = await call("/app-api/cartoon/listLeftType", { dictCode: "0", dictLevel: 1 });
    expect(JSON.stringify(tree.data)).toMatch(/"101"/);
    expect(JSON.stringify(tree.data)).not.toMatch(/"42/);
  });
});

describe("a topic", () => {
  it.each([
    ["30", ""],
    ["34", "81,82"],
    ["33", ""],
    ["31", "134"],
    ["62", "68"],
    ["62", "135"],
    ["53", ""],
    ["31", "93"],
  ])("%s with sub-types '%s' has more than one page, without repeats", async (type, subtypes) => {
    const found = codesOf(await allPages((page) => topic(type, subtypes, page)));
    expect(found.length).toBeGreaterThan(10);
    expect(new Set(found).size).toBe(found.length);
  });

  it("combines its sub-types, and has all of them by default", async () => {
    const of = async (subtypes: string) =>
      new Set(codesOf(await allPages((page) => topic("62", subtypes, page))));
    const [one, other] = [await of("68"), await of("135")];
    expect(await of("68,135")).toEqual(new Set([...one, ...other]));
    expect(await of("")).toEqual(new Set([...one, ...other]));
    expect(await topic("30", "68")).toEqual([]);
    expect(await topic("nothing")).toEqual([]);
  });
});
