import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { avatarsFile, coversFile, scenes } from "../../../server/upstream/media/covers.ts";
import { avatarLines, coverLines } from "./cover-lines.ts";
import { drawAvatar, drawCover } from "./draw-cover.ts";

/** Complains unless every tag that opens closes again in order, with quoted attributes. */
function expectWellFormed(xml: string): void {
  const open: string[] = [];
  const rest = xml.replace(/<(\/?)([a-zA-Z]+)((?:\s[\w:-]+="[^"<]*")*)\s*(\/?)>/g, (...parts) => {
    const [, closing, name, , single] = parts as string[];
    if (closing) expect(open.pop()).toBe(name);
    else if (!single) open.push(name ?? "");
    return "";
  });
  expect(rest).toBe("");
  expect(open).toEqual([]);
}

describe.each(scenes)("the scene %s", (scene) => {
  const covers = Array.from({ length: 40 }, (_, seed) => drawCover(scene, seed));

  test("is the same for the same seed and another for every other", () => {
    expect(drawCover(scene, 7)).toBe(covers[7]);
    expect(new Set(covers).size).toBe(covers.length);
  });

  test("is a well-formed, small picture that needs nothing from outside", () => {
    for (const cover of covers) {
      expectWellFormed(cover);
      expect(cover).not.toMatch(/NaN|undefined|Infinity|style=|<text|(?:href|src)="[^#]/);
      expect(cover.length).toBeLessThan(12_000);
    }
  });
});

test("the committed covers and avatars are what make-covers.ts draws for today's demo videos", () => {
  for (const scene of scenes) {
    expect(readFileSync(coversFile(scene), "utf8") === coverLines(scene), scene).toBe(true);
  }
  expect(readFileSync(avatarsFile, "utf8") === avatarLines()).toBe(true);
});

test("there are many scenes", () => {
  expect(scenes.length).toBeGreaterThanOrEqual(18);
});

test("an avatar is square, the same for the same seed, and another for every other", () => {
  const avatars = Array.from({ length: 60 }, (_, seed) => drawAvatar(seed));
  expect(drawAvatar(3)).toBe(avatars[3]);
  expect(new Set(avatars).size).toBe(avatars.length);
  expect(avatars[0]).toContain('viewBox="0 0 160 160"');
  for (const avatar of avatars) expectWellFormed(avatar);
});
