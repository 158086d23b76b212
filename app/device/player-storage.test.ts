import { afterEach, expect, test, vi } from "vitest";
import { restorePlayback } from "./playback.ts";
import { changeSeriesMarks, playerSchema, playerStorage } from "./player-storage.ts";

afterEach(() => vi.unstubAllGlobals());

const { danmakuSettings, playback } = playerSchema;

test.each([null, 7, "x", [], {}, { density: "all", size: 3, opacity: "x", blocked: "剧透" }])(
  "%j leaves the comment settings at their defaults",
  (stored) => {
    expect(danmakuSettings.parse(stored)).toEqual(danmakuSettings.empty);
  },
);

test("stored comment settings are limited to the available choices, and the opacity stays legible", () => {
  const stored = { density: "many", area: "half", opacity: 3, blocked: ["剧透", " ", "剧透"] };
  expect(danmakuSettings.parse(stored)).toEqual({
    density: "many",
    size: "normal",
    area: "half",
    opacity: 20,
    blocked: ["剧透"],
  });
});

test("a stored speed is from 0.25 to 4, and a volume from 0 to 1", () => {
  expect(playback.parse({ speed: 9, volume: -1, muted: 1 })).toEqual({
    speed: 4,
    volume: 0,
    muted: false,
    fill: false,
  });
  expect(playback.parse({ speed: "x" })).toEqual(playback.empty);
});

function stubStorage() {
  const map = new Map<string, string>();
  const localStorage = {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
  };
  vi.stubGlobal("window", { localStorage });
  vi.stubGlobal("localStorage", localStorage);
  return map;
}

test("what one video stores is what the next one plays with, and corrupt storage changes nothing", () => {
  const map = stubStorage();
  const toggleAttribute = (name: string, on: boolean) => Object.assign(video, { [name]: on });
  const video = { toggleAttribute } as unknown as HTMLVideoElement;
  const stored = { speed: 1.3, volume: 0.4, muted: true, fill: true };
  playerStorage.update("playback", () => stored);
  restorePlayback(video);
  const sound = { volume: 0.4, muted: true };
  const kept = { ...sound, defaultPlaybackRate: 1.3, "data-fill": true, toggleAttribute };
  expect(video).toEqual(kept);
  map.set("playback", "{");
  restorePlayback(video);
  expect(video).toEqual(kept);
});

test("a hundred series keep their marks: a changed or used one is first, and one without marks is dropped", () => {
  stubStorage();
  const mark = (code: string, opening: number) => changeSeriesMarks(code, { opening });
  for (let code = 0; code < 101; code += 1) mark(`s${code}`, 60);
  const codes = () => playerStorage.read("seriesMarks").map((one) => one.code);
  expect(codes()).toHaveLength(100);
  expect(codes()).not.toContain("s0");
  changeSeriesMarks("s1", {});
  changeSeriesMarks("s2", { ending: 30 });
  expect(playerStorage.read("seriesMarks").slice(0, 2)).toEqual([
    { code: "s2", opening: 60, ending: 30 },
    { code: "s1", opening: 60, ending: 0 },
  ]);
  changeSeriesMarks("s2", { opening: 0, ending: 0 });
  expect(codes()).not.toContain("s2");
});

test("stored marks that are no seconds, or of no series, are dropped", () => {
  const stored = [7, { opening: 9 }, { code: "a", opening: "x" }, { code: "b", ending: -3 }];
  expect(playerSchema.seriesMarks.parse([...stored, { code: "c", opening: 1e9 }])).toEqual([
    { code: "c", opening: 86_400, ending: 0 },
  ]);
});
