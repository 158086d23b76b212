import { expect, test } from "vitest";
import { interleaveAds, splitIntoBlocks } from "./video-grid.tsx";

const videos = Array.from({ length: 40 }, (_, index) => `video ${index}`);
const ads = ["ad A", "ad B", "ad C"];

const adPositions = (list: string[]) =>
  list.flatMap((entry, index) => (entry.startsWith("ad") ? [index] : []));

test("every seventh or tenth cell of the list is an ad", () => {
  expect(adPositions(interleaveAds(videos, ads, 7))).toEqual([6, 13, 20, 27, 34, 41]);
  expect(adPositions(interleaveAds(videos, ads, 10))).toEqual([9, 19, 29, 39]);
});

test("ads rotate", () => {
  const shown = interleaveAds(videos, ads, 10).filter((entry) => entry.startsWith("ad"));
  expect(shown).toEqual(["ad A", "ad B", "ad C", "ad A"]);
});

test("all videos are kept in order", () => {
  expect(interleaveAds(videos, ads, 7).filter((entry) => entry.startsWith("video"))).toEqual(
    videos,
  );
});

test("without ads the list has no gaps", () => {
  expect(interleaveAds(videos, [], 7)).toEqual(videos);
});

test("a list never ends with an ad", () => {
  expect(interleaveAds(videos.slice(0, 9), ads, 10)).toEqual(videos.slice(0, 9));
});

test("a later page continues where the earlier pages ended", () => {
  const whole = interleaveAds(videos, ads, 10);
  for (const before of [9, 10, 18, 20, 30]) {
    const shownBefore = interleaveAds(videos.slice(0, before), ads, 10);
    const page = interleaveAds(videos.slice(before), ads, 10, before);
    expect([...shownBefore, ...page]).toEqual(whole);
  }
});

test("the first block holds more than the others", () => {
  expect(splitIntoBlocks([1, 2, 3, 4, 5, 6, 7, 8], 3, 1)).toEqual([[1, 2, 3, 4], [5, 6, 7], [8]]);
});

test("existing blocks stay the same when the list grows", () => {
  const short = splitIntoBlocks([1, 2, 3, 4, 5], 2, 1);
  expect(splitIntoBlocks([1, 2, 3, 4, 5, 6, 7], 2, 1).slice(0, 2)).toEqual(short);
});

test("an empty list is one empty block", () => {
  expect(splitIntoBlocks([], 3, 1)).toEqual([[]]);
});
