import { expect, test } from "vitest";
import { firstCues } from "./subtitles.ts";

const cue = (from: string, text: string) => `${from} --> 00:59.000\n${text}`;
const file = (...blocks: string[]) => `${["WEBVTT", ...blocks].join("\n\n")}\n`;

test("a preview keeps the cues that begin before its end", () => {
  const text = file(cue("00:01.000", "一"), `2\n${cue("00:14.999", "二")}`, cue("00:15.000", "三"));
  expect(firstCues(text, 15)).toBe(file(cue("00:01.000", "一"), `2\n${cue("00:14.999", "二")}`));
});

test("cues may have hours, CRLF line ends and any order", () => {
  const text = file(cue("01:00:01.000", "后"), cue("00:00:01.000", "先")).replaceAll("\n", "\r\n");
  expect(firstCues(text, 15)).toBe(file(cue("00:00:01.000", "先")));
});

test("styles and regions are kept, notes and unreadable blocks are removed", () => {
  const style = "STYLE\n::cue { color: yellow }";
  const region = "REGION\nid:a";
  const text = file(
    style,
    region,
    "NOTE 之后发生的事",
    "没有时间",
    cue("x", "坏"),
    cue("00:01.000", "一"),
  );
  expect(firstCues(text, 15)).toBe(file(style, region, cue("00:01.000", "一")));
});

test("cues without an empty line before them are removed, even after the header", () => {
  const together = `${cue("00:01.000", "一")}\n${cue("00:50.000", "二")}`;
  expect(firstCues(file(together), 15)).toBe("WEBVTT\n");
  expect(firstCues(`WEBVTT\n${cue("00:50.000", "二")}\n`, 15)).toBe("WEBVTT\n");
});

test("a local clock that does not start at zero is subtracted", () => {
  const header = "WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:10:00.000";
  const text = `${header}\n\n${cue("00:10:05.000", "一")}\n\n${cue("00:10:20.000", "二")}\n`;
  expect(firstCues(text, 15)).toBe(`${header}\n\n${cue("00:10:05.000", "一")}\n`);
});
