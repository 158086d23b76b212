import { expect, test } from "vitest";
import { fixedLanes, scrollingLanes, withoutBlocked } from "./danmaku-layer.tsx";

const FRAME = 400;
const SECONDS = 8;

test("comments at the same moment scroll in separate lanes", () => {
  const lanes = scrollingLanes(3, FRAME, SECONDS);
  const taken = [1, 1, 1].map((start) => lanes.take({ start, width: 100 }));
  expect(taken).toEqual([0, 1, 2]);
});

test("a comment without a free lane is dropped", () => {
  const lanes = scrollingLanes(1, FRAME, SECONDS);
  lanes.take({ start: 0, width: 100 });
  expect(lanes.take({ start: 0.5, width: 100 })).toBeUndefined();
});

test("a comment enters a lane once the one before it is fully in view", () => {
  const lanes = scrollingLanes(1, FRAME, SECONDS);
  lanes.take({ start: 0, width: 100 });
  expect(lanes.take({ start: 2, width: 100 })).toBe(0);
});

test("a long comment does not run into a short one before it", () => {
  const lanes = scrollingLanes(1, FRAME, SECONDS);
  lanes.take({ start: 0, width: 40 });
  expect(lanes.take({ start: 1.2, width: 600 })).toBeUndefined();
  expect(lanes.take({ start: 5, width: 600 })).toBe(0);
});

test("no two scrolling comments ever touch", () => {
  const lanes = scrollingLanes(4, FRAME, SECONDS);
  const shown = Array.from({ length: 300 }, (_, index) => {
    const comment = { start: index * 0.13, width: 40 + ((index * 97) % 500) };
    return { ...comment, lane: lanes.take(comment) };
  }).filter(({ lane }) => lane !== undefined);
  const leftAt = ({ start, width }: { start: number; width: number }, time: number) =>
    FRAME - ((FRAME + width) / SECONDS) * (time - start);
  let closest = Number.POSITIVE_INFINITY;
  for (const one of shown)
    for (const other of shown) {
      if (one === other || one.lane !== other.lane || other.start < one.start) continue;
      for (let time = other.start; time <= one.start + SECONDS; time += 0.05)
        closest = Math.min(closest, leftAt(other, time) - leftAt(one, time) - one.width);
    }
  expect(closest).toBeGreaterThan(10);
  expect(shown.length).toBeGreaterThan(40);
});

test("a fixed comment disappears after its time", () => {
  const lanes = fixedLanes(2, 4);
  const taken = [0, 1, 2, 4, 4.5, 5].map((start) => lanes.take({ start, width: 100 }));
  expect(taken).toEqual([0, 1, undefined, 0, undefined, 1]);
});

test("if comments may overlap, those without a free lane are spread over all lanes", () => {
  const lanes = scrollingLanes(3, FRAME, SECONDS);
  const comment = { start: 0, width: 100 };
  for (let taken = 0; taken < 3; taken += 1) lanes.take(comment);
  expect(lanes.take(comment)).toBeUndefined();
  const crowded = Array.from({ length: 6 }, () => lanes.takeBusy(comment));
  expect(crowded.toSorted()).toEqual([0, 0, 1, 1, 2, 2]);
});

test("a comment with a blocked word is dropped, in upper or lower case", () => {
  const items = ["来了来了", "Nice剧透一下", "NICE", "风声好真实"].map((text, id) => ({
    id: String(id),
    time: id,
    text,
    color: "",
    placement: "scroll" as const,
  }));
  const left = (blocked: string[]) => withoutBlocked(items, blocked).map(({ text }) => text);
  expect(left([])).toHaveLength(4);
  expect(left(["剧透"])).toEqual(["来了来了", "NICE", "风声好真实"]);
  expect(left(["nice", "风"])).toEqual(["来了来了"]);
});
