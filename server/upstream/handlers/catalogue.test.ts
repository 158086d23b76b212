import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { videos } from "../db/schema.ts";
import { startUpstream, type Upstream } from "../start.ts";
import { createCaller } from "../testing/caller.ts";

interface Video {
  cartoonCode: string;
  cartoonName: string;
  dictCode: string;
}
interface Shelf {
  dictCode: string;
  pid: string;
  relationMovies: Video[];
}

let upstream: Upstream;
let call: ReturnType<typeof createCaller>;
beforeAll(async () => {
  upstream = await startUpstream();
  call = createCaller(upstream);
}, 60_000);
afterAll(() => upstream.stop());

const codes = (found: Video[]) => found.map(({ cartoonCode }) => cartoonCode);
const nothing = { cartoonSonType: "", cartoonType: "", prop: "cartoon_score", title: "" };
const search = async (body: Record<string, unknown>, currentPage = 1) =>
  (
    await call<Video[]>("/app-api/cartoon/listPagingBySearch", {
      ...nothing,
      searchKey: "",
      ...body,
      currentPage,
    })
  ).data;
const topic = async (typeCode: string, sonTypeCode = "", currentPage = 1) =>
  (
    await call<Video[]>("/app-api/cartoon/selectSubjectMovies", {
      typeCode,
      sonTypeCode,
      currentPage,
    })
  ).data;
const hidden = async () =>
  (await call<Shelf[]>("/app-api/cartoon/selectSubjectByName", { dictName: "暗网", type: 0 })).data;
const batch = async (sonTypeCode: string) =>
  (
    await call<Video[]>("/app-api/cartoon/changeBatch", {
      currentPage: 1,
      sonTypeCode,
      typeCode: 42,
    })
  ).data;
/** Every page of a list. */
async function all(page: (number: number) => Promise<Video[]>): Promise<Video[]> {
  const found: Video[] = [];
  for (let number = 1; ; number += 1) {
    const more = await page(number);
    found.push(...more);
    if (more.length < 10) return found;
  }
}

describe("the hidden section", () => {
  it("has six shelves with a few videos each, and a way to see more of one", async () => {
    const shelves = await hidden();
    expect(shelves).toHaveLength(6);
    for (const { dictCode, pid, relationMovies } of shelves) {
      expect([pid, relationMovies.length]).toEqual(["42", 5]);
      const more = await all((page) =>
        search({ cartoonType: pid, cartoonSonType: dictCode, title: "暗网" }, page),
      );
      expect(codes(more)).toEqual(expect.arrayContaining(codes(relationMovies)));
      expect(new Set(more.map((video) => video.dictCode))).toEqual(new Set([dictCode]));
    }
  });

  it("brings another batch of a shelf each time, whatever the other shelves do", async () => {
    for (const { dictCode, relationMovies } of await hidden()) {
      let before = codes(relationMovies);
      for (let turn = 0; turn < 4; turn += 1) {
        const next = codes(await batch(dictCode));
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
      (await call<Video[]>("/app-api/cartoon/listPaging", { typeCode, currentPage, type: "全部" }))
        .data;
    const shown = [
      ...(JSON.stringify(index).match(/(?<="cartoonCode":")\d+/g) ?? []),
      ...codes(await all((page) => paging("0", page))),
      ...codes(await paging("42", 1)),
      ...codes(await topic("42")),
      ...codes(await search({ searchKey: secret[0]?.title })),
      ...codes(await search({ cartoonSonType: "4201" })),
    ];
    const [secretCode = ""] = secretCodes;
    const detail = await call<{ recommend: Video[] }>("/app-api/cartoon/getVideoDetail", {
      index: 0,
      vid: secretCode,
    });
    expect(detail.code).toBe(0);
    shown.push(...codes(detail.data.recommend));
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
    const found = codes(await all((page) => topic(type, subtypes, page)));
    expect(found.length).toBeGreaterThan(10);
    expect(new Set(found).size).toBe(found.length);
  });

  it("joins its sub-types, and without any has them all", async () => {
    const of = async (subtypes: string) =>
      new Set(codes(await all((page) => topic("62", subtypes, page))));
    const [one, other] = [await of("68"), await of("135")];
    expect(await of("68,135")).toEqual(new Set([...one, ...other]));
    expect(await of("")).toEqual(new Set([...one, ...other]));
    expect(await topic("30", "68")).toEqual([]);
    expect(await topic("nothing")).toEqual([]);
  });
});

describe("search", () => {
  it.each(["山", "极光", "的下午", "第3集"])(
    "finds %s in titles, front matches first",
    async (term) => {
      const titles = (await all((page) => search({ searchKey: ` ${term} ` }, page))).map(
        ({ cartoonName }) => cartoonName,
      );
      expect(titles.length).toBeGreaterThan(0);
      const places = titles.map((title) => title.indexOf(term));
      expect(places).toEqual(places.toSorted((one, other) => one - other));
      expect(places[0]).toBeGreaterThanOrEqual(0);
    },
  );

  it("orders equal matches by the editors' mark", async () => {
    const found = codes(await all((page) => search({ searchKey: "第" }, page)));
    const rows = await upstream.db.select().from(videos);
    const of = new Map(rows.map((row) => [String(row.code), row]));
    const keys = found.map((code) => [
      of.get(code)?.title.indexOf("第"),
      -(of.get(code)?.score ?? 0),
    ]);
    expect(keys).toEqual(keys.toSorted(([a = 0, b = 0], [c = 0, d = 0]) => a - c || b - d));
  });

  it.each(["没有这样的片名", "%", "_", "'", "\\", "山 海"])(
    "%s is searched as it is",
    async (term) => {
      for (const { cartoonName } of await search({ searchKey: term })) {
        expect(cartoonName).toContain(term);
      }
    },
  );

  it("takes the title for the term where nothing else is asked for", async () => {
    expect(await search({ title: "极光" })).toEqual(await search({ searchKey: "极光" }));
    expect(await search({ title: "search", searchKey: "极光" })).toEqual(
      await search({ searchKey: "极光" }),
    );
    expect(await search({ title: "纪录片", cartoonType: "101" })).toHaveLength(10);
  });

  it("keeps to a category, with or without a term", async () => {
    for (const { dictCode } of await search({ cartoonType: "104", cartoonSonType: "10401" })) {
      expect(dictCode).toBe("10401");
    }
    for (const { dictCode } of await search({ cartoonType: "104", searchKey: "光" })) {
      expect(dictCode).toMatch(/^104/);
    }
  });

  it("type 0 lists the newest, type 15 the editors' picks and then the most watched", async () => {
    const newest = await call<Video[]>("/app-api/cartoon/listPaging", {
      currentPage: 2,
      type: "全部",
      typeCode: "0",
    });
    expect(codes(await search({ cartoonType: "0", title: "最新更新" }, 2))).toEqual(
      codes(newest.data),
    );
    const picks = await call<{ distinctNameList: Video[] }>("/app-api/cartoon/listIndexLike", {
      currentPage: 1,
    });
    const featured = codes(await search({ cartoonType: "15" }));
    expect(featured.slice(0, 5)).toEqual(codes(picks.data.distinctNameList));
    expect(await all((page) => search({ cartoonType: "15" }, page))).toHaveLength(
      (await all((page) => search({ cartoonType: "0" }, page))).length,
    );
  });
});
