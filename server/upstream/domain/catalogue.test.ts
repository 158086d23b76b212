import { afterAll, beforeAll, expect, it } from "vitest";
import {
  allPages,
  codesOf,
  createCaller,
  searchPage,
  type WireVideo,
} from "../../../tests/support/upstream/device.ts";
import { videos } from "../db/schema.ts";
import { startUpstream, type Upstream } from "../start.ts";

let upstream: Upstream;
let call: ReturnType<typeof createCaller>;
beforeAll(async () => {
  upstream = await startUpstream();
  call = createCaller(upstream);
});
afterAll(() => upstream.stop());

const search = (body: Parameters<typeof searchPage>[1], page = 1) => searchPage(call, body, page);

it.each(["山", "极光", "的下午", "第3集"])(
  "finds %s in titles, matches near the start first",
  async (term) => {
    const titles = (await allPages((page) => search({ searchKey: ` ${term} ` }, page))).map(
      ({ cartoonName }) => cartoonName,
    );
    expect(titles.length).toBeGreaterThan(0);
    const places = titles.map((title) => title.indexOf(term));
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(places[0]).toBeGreaterThanOrEqual(0);
  },
);

it("orders equal matches by the editors' rank", async () => {
  const found = codesOf(await allPages((page) => search({ searchKey: "第" }, page)));
  const rows = await upstream.db.select().from(videos);
  const of = new Map(rows.map((row) => [String(row.code), row]));
  const keys = found.map((code) => [
    of.get(code)?.title.indexOf("第"),
    -(of.get(code)?.score ?? 0),
  ]);
  expect(keys).toEqual(keys.toSorted(([a = 0, b = 0], [c = 0, d = 0]) => a - c || b - d));
});

it.each(["没有这样的片名", "%", "_", "'", "\\", "山 海"])(
  "searches for %s literally",
  async (term) => {
    for (const { cartoonName } of await search({ searchKey: term })) {
      expect(cartoonName).toContain(term);
    }
  },
);

it("searches for the title if there is no search term", async () => {
  expect(await search({ title: "极光" })).toEqual(await search({ searchKey: "极光" }));
  expect(await search({ title: "search", searchKey: "极光" })).toEqual(
    await search({ searchKey: "极光" }),
  );
  expect(await search({ title: "纪录片", cartoonType: "101" })).toHaveLength(10);
});

it("stays within a category, with or without a term", async () => {
  for (const { dictCode } of await search({ cartoonType: "104", cartoonSonType: "10401" })) {
    expect(dictCode).toBe("10401");
  }
  for (const { dictCode } of await search({ cartoonType: "104", searchKey: "光" })) {
    expect(dictCode).toMatch(/^104/);
  }
});

it("type 0 lists the newest, type 15 the editors' picks and then the most watched", async () => {
  const newest = await call<WireVideo[]>("/app-api/cartoon/listPaging", {
    currentPage: 2,
    type: "全部",
    typeCode: "0",
  });
  expect(codesOf(await search({ cartoonType: "0", title: "最新更新" }, 2))).toEqual(
    codesOf(newest.data),
  );
  const picks = await call<{ distinctNameList: WireVideo[] }>("/app-api/cartoon/listIndexLike", {
    currentPage: 1,
  });
  const featured = codesOf(await search({ cartoonType: "15" }));
  expect(featured.slice(0, 5)).toEqual(codesOf(picks.data.distinctNameList));
  expect(await allPages((page) => search({ cartoonType: "15" }, page))).toHaveLength(
    (await allPages((page) => search({ cartoonType: "0" }, page))).length,
  );
});
