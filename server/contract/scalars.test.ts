import { expect, test } from "vitest";
import { memberEndpoints } from "./member.ts";
import {
  address,
  badFields,
  count,
  droppedItems,
  duration,
  flag,
  list,
  page,
  readTolerantly,
  text,
} from "./scalars.ts";
import { siteEndpoints } from "./site.ts";
import { videoEndpoints, videoSchema } from "./video.ts";
import { walletEndpoints } from "./wallet.ts";

test.each([
  [null, ""],
  [undefined, ""],
  [12, "12"],
  ["海", "海"],
])("text %j is read as %j", (wire, read) => expect(text.parse(wire)).toBe(read));

test.each([
  [null, 0],
  [undefined, 0],
  ["", 0],
  ["2051000", 2051000],
  [7, 7],
  ["1.2万", 12_000],
  [" 12,000+ ", 12_000],
])("count %j is read as %j", (wire, read) => expect(count.parse(wire)).toBe(read));

test("a count that is not a number is refused", () =>
  expect(count.safeParse("many").success).toBe(false));

test.each([
  [true, true],
  [1, true],
  ["1", true],
  [0, false],
  ["0", false],
  [false, false],
  [null, false],
  [undefined, false],
  ["Y", true],
  ["是", true],
  ["off", false],
  [2, false],
])("flag %j is read as %j", (wire, read) => expect(flag.parse(wire)).toBe(read));

test.each([
  [1398, "23:18"],
  ["1398", "23:18"],
  [3992, "1:06:32"],
  [59.6, "01:00"],
  ["42:10", "42:10"],
  [null, ""],
])("duration %j is read as %j", (wire, read) => expect(duration.parse(wire)).toBe(read));

test.each([
  ["https://a.example/x", "https://a.example/x"],
  ["/covers/1.svg", "/covers/1.svg"],
  ["https://a.example/x?a=1&amp;b=2", "https://a.example/x?a=1&b=2"],
  ["javascript:alert(1)", ""],
  ["//evil.example", ""],
  [null, ""],
])("address %j is read as %j", (wire, read) => expect(address.parse(wire)).toBe(read));

test.each([
  [["a", "b"]],
  [{ list: ["a", "b"] }],
  [{ records: ["a", "b"] }],
  [{ rows: ["a", "b"] }],
  [{ 0: "a", 2: "b" }],
  [{ list: { 5: "a", 9: "b" }, total: 2 }],
])("a list may come as %j", (wire) => expect(list(text).parse(wire)).toEqual(["a", "b"]));

test("anything that is not a list is refused", () =>
  expect(list(text).safeParse("abc").success).toBe(false));

test("a bad item is dropped and reported, and the page still knows how many were sent", () => {
  const issues: unknown[] = [];
  const listen = (message: unknown) => issues.push(message);
  droppedItems.subscribe(listen);
  const wire = [{ cartoonCode: "1" }, { cartoonName: "没有编号" }, null, { cartoonCode: 2 }];
  const read = page(videoSchema).parse(wire as never);
  droppedItems.unsubscribe(listen);
  expect(read.items.map(({ code }) => code)).toEqual(["1", "2"]);
  expect(read.sent).toBe(4);
  expect(issues).toHaveLength(2);
});

const good = { cartoonCode: "1", cartoonName: "云海", cartoonHot: 5 };
const read = {
  video: (wire: unknown) => page(videoSchema).parse([wire] as never).items[0],
  detail: (wire: unknown) => readTolerantly(videoEndpoints.detail.data, wire).data,
  profile: (wire: unknown) => readTolerantly(memberEndpoints.profile.data, wire).data,
  config: (wire: unknown) => readTolerantly(siteEndpoints.config.data, wire).data,
  goods: (wire: unknown) => readTolerantly(walletEndpoints.goods.data, wire).data,
};

test.each([
  [{ sortNum: "abc" }, { sortNum: 0 }],
  [{ cartoonHot: { views: 3 } }, { hot: 0 }],
  [{ cartoonVip: "sometimes" }, { vip: false }],
  [{ cartoonAuthor: ["甲", "乙"] }, { author: "" }],
  [{ cartoonImage: { url: "https://a.example/x" } }, { cover: "" }],
  [
    { createTime: {}, vodDuration: [] },
    { createdAt: "", duration: "" },
  ],
])("a video with %j in it is kept, and the fault is reported", (bad, expected) => {
  const issues: unknown[] = [];
  const listen = (message: unknown) => issues.push(message);
  badFields.subscribe(listen);
  expect(read.video({ ...good, ...bad })).toMatchObject({ title: "云海", ...expected });
  expect(read.detail({ videoInfo: { ...good, ...bad } })?.video).toMatchObject(expected);
  badFields.unsubscribe(listen);
  expect(issues).toHaveLength(2);
});

test("a detail is kept without its invalid lists", () => {
  const url = "https://a.example/1.m3u8";
  const wire = {
    videoInfo: good,
    recommend: "none",
    danmuList: [
      { time: "soon", text: "甲" },
      { time: "1.5", text: "乙&amp;丙", type: "x" },
    ],
    srcList: { 1: { channel: "一", urlList: { 0: { id: "ep-7", url }, 4: { id: 8, url: 5 } } } },
  };
  expect(read.detail(wire)).toMatchObject({
    recommended: [],
    danmu: [{ time: 1.5, text: "乙&丙", placement: "scroll" }],
    sources: [{ channel: "一", episodes: [{ id: "ep-7", url }] }],
  });
});

test("unreadable profile fields grant a member nothing", () => {
  const wire = { memberCode: 7, memberVip: "gold", vipPeriod: {}, memberCion: "?", vipDate: {} };
  expect(read.profile(wire)).toMatchObject({ vipLevel: 0, vipPeriod: 0, coins: 0, vipUntil: "" });
});

test.each([
  ["30秒", 30],
  [null, 0],
  ["half a minute", 1],
  [{}, 1],
])("a preview of %j is %j seconds long", (shikan, previewSeconds) =>
  expect(read.config({ showAd: "maybe", shikan })).toMatchObject({ previewSeconds, anyAds: false }),
);

test("an item whose price cannot be read is not sold", () => {
  const optionList = [
    { id: 1, price: "¥12.50", duration: "30天" },
    { id: 2, price: "cheap" },
    { id: 3, price: "" },
  ];
  const options = read.goods({ payList: [], optionList })?.options;
  expect(options).toMatchObject([{ id: "1", price: 12.5, days: 30 }]);
});
