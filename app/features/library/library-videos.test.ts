import { expect, test } from "vitest";
import {
  cursorText,
  dayLabel,
  groupByDay,
  type LibraryVideo,
  mergeFavourites as merge,
  parseCursor,
  shanghaiInstant,
} from "./library-videos.ts";

const card = (code: string) => ({
  code,
  title: `video ${code}`,
  cover: `/image/${code}`,
  vip: false,
  hot: 1,
  duration: "01:00",
});
const record = (code: string, addedAt: number) => ({ ...card(code), addedAt });
const saved = (code: string, savedAt: number) => ({ ...card(code), savedAt });

const mergeFavourites = (
  records: LibraryVideo[],
  onDevice: ReturnType<typeof saved>[],
  { recorded = records.map(({ code }) => code), ended = true } = {},
) => merge(records, onDevice, { recorded: new Set(recorded), ended });
const codes = (list: readonly { code: string }[]) => list.map(({ code }) => code).join("");

test("favourites saved only on this device are merged into the account's, latest first", () => {
  const merged = mergeFavourites([record("a", 50), record("b", 30)], [saved("c", 40)]);
  expect(codes(merged)).toBe("acb");
  expect(merged[1]).toEqual(record("c", 40));
});

test("a favourite stored in both is shown once, with the account's picture and the device's VIP mark", () => {
  const merged = mergeFavourites(
    [record("a", 50)],
    [{ ...saved("a", 60), cover: "/image/old", vip: true }],
  );
  expect(merged).toEqual([{ ...record("a", 50), vip: true }]);
});

test("if the device has no favourites, the account's keep the upstream's order", () => {
  expect(codes(mergeFavourites([record("b", 1), record("a", 2)], []))).toBe("ba");
});

test("a favourite of the device appears only once, when the list has loaded to its date", () => {
  const first = [record("a", 50), record("b", 30)];
  const onDevice = [saved("new", 60), saved("old", 10), saved("c", 20)];
  const recorded = ["a", "b", "c"];
  expect(codes(mergeFavourites(first, onDevice, { recorded, ended: false }))).toBe("newab");
  const all = [...first, record("c", 20)];
  expect(codes(mergeFavourites(all, onDevice, { recorded }))).toBe("newabcold");
});

test("an unchanged favourite stays the same object, so that its card is not rendered again", () => {
  const records = [record("a", 50), record("b", 30)];
  const onDevice = [{ ...saved("a", 50), vip: true }, saved("c", 40)];
  const [before, after] = [mergeFavourites(records, onDevice), mergeFavourites(records, onDevice)];
  expect(after.map((video, index) => video === before[index])).toEqual([true, true, true]);
});

test("a cursor is parsed as it was written, and anything else is rejected", () => {
  const place = { code: "12-3", addedAt: 1_700_000_000_000 };
  expect(parseCursor(cursorText(place))).toEqual(place);
  for (const text of [null, "", "12", "x-1", "-1-2", `1-${"x".repeat(41)}`])
    expect(parseCursor(text)).toBeUndefined();
});

test("days are named relative to today, even if that was last year", () => {
  expect(dayLabel("2025-01-01", "2025-01-01")).toBe("今天");
  expect(dayLabel("2024-12-31", "2025-01-01")).toBe("昨天");
  expect(dayLabel("2024-12-30", "2025-01-01")).toBe("2024-12-30");
});

test("rows are grouped by day without changing their order, and a row without a time joins the row before it", () => {
  const at = (time: string) => ({ addedAt: time ? shanghaiInstant(`2025-06-${time}`) : 0 });
  const days = groupByDay([
    at("15 23:59:59"),
    at("15 00:00:00"),
    at(""),
    at("14 23:59:59"),
    at("10 12:00:00"),
  ]);
  expect(days.map(({ day, rows }) => `${day} ${rows.length}`)).toEqual([
    "2025-06-15 3",
    "2025-06-14 1",
    "2025-06-10 1",
  ]);
  expect(groupByDay([])).toEqual([]);
});
