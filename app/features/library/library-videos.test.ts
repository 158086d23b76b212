import { expect, test } from "vitest";
import { mergeFavourites } from "./library-videos.ts";

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
const codes = (list: readonly { code: string }[]) => list.map(({ code }) => code).join("");

test("what only this device knows stands among the member's, the latest first", () => {
  const merged = mergeFavourites([record("a", 50), record("b", 30)], [saved("c", 40)]);
  expect(codes(merged)).toBe("acb");
  expect(merged[1]).toEqual(record("c", 40));
});

test("a video that both know is shown once, with the record's picture and the device's VIP mark", () => {
  const merged = mergeFavourites(
    [record("a", 50)],
    [{ ...saved("a", 60), cover: "/image/old", vip: true }],
  );
  expect(merged).toEqual([{ ...record("a", 50), vip: true }]);
});

test("without a device the member's list stays as the upstream ordered it", () => {
  const records = [record("b", 1), record("a", 2)];
  expect(codes(mergeFavourites([...records, record("b", 0)], []))).toBe("ba");
});
