import { expect, test } from "vitest";
import { storedLists } from "./stored-lists.ts";

function storageWith(contents: Record<string, unknown>) {
  const values = new Map(
    Object.entries(contents).map(([name, value]) => [name, JSON.stringify(value)]),
  );
  return () => ({
    getItem: (key: string) => values.get(key) ?? null,
    setItem: () => undefined,
    removeItem: () => undefined,
  });
}

const video = (code: string, title: string) => ({ code, title, cover: `/image/${code}` });
const titles = (videos: readonly { title: string }[]) => videos.map(({ title }) => title);

test("lists of codes get their titles from videos that were seen or saved on this device", () => {
  const lists = storedLists(
    storageWith({
      savedVideos: [video("1", "海边日落")],
      knownVideos: [video("2", "极光之夜"), video("3", "山间清晨")],
      likedVideos: ["3", "1", "404"],
      videoHistory: [{ code: "2", seconds: 9 }, { code: "405" }, { code: "3" }],
      removedHistory: ["3"],
    }),
  );
  expect(titles(lists.favourites)).toEqual(["海边日落"]);
  expect(titles(lists.liked)).toEqual(["山间清晨", "海边日落"]);
  expect(titles(lists.history)).toEqual(["极光之夜"]);
});

test("covers that are blurred online are not shown at all", () => {
  const cover = (blurCovers: boolean) =>
    storedLists(storageWith({ savedVideos: [video("1", "海")], blurCovers })).favourites[0]?.cover;
  expect([cover(false), cover(true)]).toEqual(["/image/1", ""]);
});

test("an empty device has three empty lists", () => {
  expect(storedLists(storageWith({}))).toEqual({ favourites: [], liked: [], history: [] });
});

test("a device that blocks storage has three empty lists", () => {
  const refused = () => {
    throw new DOMException("Access is denied for this document.", "SecurityError");
  };
  expect(storedLists(refused)).toEqual({ favourites: [], liked: [], history: [] });
});
