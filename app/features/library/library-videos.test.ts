import { expect, test } from "vitest";
import {
  cursorText,
  type LibraryVideo,
  mergeFavourites as merge,
  parseCursor,
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
