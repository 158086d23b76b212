import { expect, test } from "vitest";
import { nearest } from "./key-commands.ts";

const box = (left: number, top: number, width: number, height: number) => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});

const boxes = {
  back: box(0, 0, 44, 44),
  speed: box(330, 48, 56, 44),
  rewind: box(85, 130, 44, 44),
  play: box(165, 122, 60, 60),
  forward: box(261, 130, 44, 44),
  scrubber: box(16, 228, 358, 20),
  next: box(48, 246, 44, 40),
  danmaku: box(200, 246, 44, 40),
  fullscreen: box(342, 246, 44, 40),
  like: box(120, 420, 60, 44),
};
type Name = keyof typeof boxes;

const names = Object.keys(boxes) as Name[];

/** From a box by arrows: "<", ">", "^" and "v". */
function walk(start: Name, arrows: string) {
  let at: Name | undefined = start;
  return [...arrows].map((arrow) => {
    if (!at) return undefined;
    const from = boxes[at];
    const others = names.filter((name) => name !== at);
    const axis = "<>".includes(arrow) ? "x" : "y";
    const sign = ">v".includes(arrow) ? 1 : -1;
    at =
      others[
        nearest(
          from,
          others.map((name) => boxes[name]),
          axis,
          sign,
        )
      ];
    return at;
  });
}

test("sideways a row is followed to its end, past the slider above it", () => {
  expect(walk("next", ">>>")).toEqual(["danmaku", "fullscreen", undefined]);
  expect(walk("fullscreen", "<<<")).toEqual(["danmaku", "next", undefined]);
  expect(walk("play", ">")).toEqual(["forward"]);
  expect(walk("play", "<")).toEqual(["rewind"]);
});

test("up and down go through the full-width slider, which overlaps its neighbours", () => {
  expect(walk("play", "vv")).toEqual(["scrubber", "danmaku"]);
  expect(walk("fullscreen", "^^")).toEqual(["scrubber", "play"]);
});

test("up and down also reach what is not straight above or below", () => {
  expect(walk("forward", "^")).toEqual(["speed"]);
  expect(walk("speed", "^")).toEqual(["back"]);
  expect(walk("danmaku", "v")).toEqual(["like"]);
  expect(walk("like", "^^^")).toEqual(["scrubber", "play", "speed"]);
  expect(walk("back", "^")).toEqual([undefined]);
});
