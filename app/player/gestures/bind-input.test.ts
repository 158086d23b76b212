import { expect, test } from "vitest";
import { texts } from "../../texts/index.ts";
import { commandOf, type KeyTarget, keyRows } from "./bind-input.ts";

const picture: KeyTarget = { focus: "picture", isInput: false, isPointed: true };
const on = (keys: string[], target: Partial<KeyTarget> = {}) =>
  keys.map((key) => {
    const { command, given } = commandOf(key, { ...picture, ...target }) ?? {};
    return command && `${command} ${given}`;
  });
const arrows = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];

test("each key does what it does in other players", () => {
  expect(on([" ", "k", "K", "f", "m", "c", "?", "i"])).toEqual([
    ...["toggle 0", "toggle 0", "toggle 0", "toggleFullscreen 0", "toggleSound 0"],
    ...["toggleSubtitles 0", "showKeys 0", "toggleStatistics 0"],
  ]);
  expect(on(["<", ">", "p", "n", ",", "."])).toEqual([
    ...["changeSpeed -1", "changeSpeed 1", "changeEpisode -1", "changeEpisode 1"],
    ...["stepFrame -1", "stepFrame 1"],
  ]);
});

test("digits seek to tenths of the video", () => {
  expect(on(["0", "3", "9"])).toEqual(["seekToShare 0", "seekToShare 0.3", "seekToShare 0.9"]);
});

test("with a mouse on the page, arrows seek and change the volume, or scroll the page outside the player", () => {
  const seek = ["step -5", "step 5"];
  const volume = ["changeVolume 0.05", "changeVolume -0.05"];
  expect(on(arrows)).toEqual([...seek, ...volume]);
  expect(on(arrows, { focus: "control" })).toEqual([...seek, ...volume]);
  expect(on(arrows, { focus: "nothing" })).toEqual([...seek, undefined, undefined]);
  expect(on(arrows, { focus: "page" }).join("")).toBe("");
});

test("without one, arrows move the focus, but left and right seek on the picture and belong to an input", () => {
  const remote = { isPointed: false };
  const sideways = ["moveRight -1", "moveRight 1"];
  const vertical = ["moveDown -1", "moveDown 1"];
  for (const focus of ["nothing", "picture"] as const)
    expect(on(arrows, { ...remote, focus })).toEqual(["step -5", "step 5", ...vertical]);
  for (const focus of ["control", "page"] as const) {
    expect(on(arrows, { ...remote, focus })).toEqual([...sideways, ...vertical]);
    const inInput = on(arrows, { ...remote, focus, isInput: true });
    expect(inInput).toEqual([undefined, undefined, ...vertical]);
  }
});

test("back leaves a control, and elsewhere stays the browser's", () => {
  const back = ["Escape", "GoBack", "BrowserBack"];
  expect(on(back, { focus: "control" })).toEqual(back.map(() => "leaveControls 0"));
  for (const focus of ["nothing", "picture", "page"] as const)
    expect(on(back, { focus }).join("")).toBe("");
});

test("other keys, and keys in an input or outside the player, are ignored", () => {
  expect(on(["a", "Tab", "Enter", "F5"]).join("")).toBe("");
  const letters = keyRows.flatMap(({ keys }) => keys).filter((key) => key.length === 1);
  expect(letters.length).toBeGreaterThan(20);
  expect(on(letters, { focus: "control", isInput: true }).join("")).toBe("");
  expect(on(letters, { focus: "page" }).join("")).toBe("");
});

test("the list explains every key, each command once", () => {
  const commands = keyRows.map(({ command }) => command);
  expect(commands.toSorted()).toEqual(Object.keys(texts.playerKeys.commands).toSorted());
});
