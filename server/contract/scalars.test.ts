import { expect, test } from "vitest";
import { address, count, droppedItems, duration, flag, list, page, text } from "./scalars.ts";
import { videoSchema } from "./video.ts";

test.each([
  [null, ""],
  [undefined, ""],
  [12, "12"],
  ["海", "海"],
])("text %j reads as %j", (wire, read) => expect(text.parse(wire)).toBe(read));

test.each([
  [null, 0],
  [undefined, 0],
  ["", 0],
  ["2051000", 2051000],
  [7, 7],
])("count %j reads as %j", (wire, read) => expect(count.parse(wire)).toBe(read));

test("a count that is no number is refused", () =>
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
])("flag %j reads as %j", (wire, read) => expect(flag.parse(wire)).toBe(read));

test.each([
  [1398, "23:18"],
  ["1398", "23:18"],
  [3992, "1:06:32"],
  [59.6, "01:00"],
  ["42:10", "42:10"],
  [null, ""],
])("duration %j reads as %j", (wire, read) => expect(duration.parse(wire)).toBe(read));

test.each([
  ["https://a.example/x", "https://a.example/x"],
  ["/covers/1.svg", "/covers/1.svg"],
  ["javascript:alert(1)", ""],
  ["//evil.example", ""],
  [null, ""],
])("address %j reads as %j", (wire, read) => expect(address.parse(wire)).toBe(read));

test.each([
  [["a", "b"]],
  [{ list: ["a", "b"] }],
  [{ records: ["a", "b"] }],
  [{ rows: ["a", "b"] }],
])("a list may come as %j", (wire) => expect(list(text).parse(wire)).toEqual(["a", "b"]));

test("what is no list is refused", () => expect(list(text).safeParse("abc").success).toBe(false));

test("a bad item is dropped and told, and the page still knows how many were sent", () => {
  const told: unknown[] = [];
  const listen = (message: unknown) => told.push(message);
  droppedItems.subscribe(listen);
  const wire = [{ cartoonCode: "1" }, { cartoonName: "没有编号" }, null, { cartoonCode: 2 }];
  const read = page(videoSchema).parse(wire as never);
  droppedItems.unsubscribe(listen);
  expect(read.items.map(({ code }) => code)).toEqual(["1", "2"]);
  expect(read.sent).toBe(4);
  expect(told).toHaveLength(2);
});
