import { expect, test } from "vitest";
import type { Commands } from "../core/commands.ts";
import { keyCommand } from "./bind-input.ts";

const commandsOf = (key: string, inPlayer = true) => {
  const called: string[] = [];
  const note =
    (name: keyof Commands) =>
    (...given: unknown[]) =>
      void called.push([name, ...given].join(" "));
  const commands: Commands = {
    toggle: note("toggle"),
    toggleFullscreen: note("toggleFullscreen"),
    seekTo: note("seekTo"),
    step: note("step"),
    skip: note("skip"),
    seekToShare: note("seekToShare"),
    changeVolume: note("changeVolume"),
    changeBrightness: note("changeBrightness"),
    toggleSound: note("toggleSound"),
    playFast: note("playFast"),
    playAtChosenSpeed: note("playAtChosenSpeed"),
  };
  keyCommand(key, commands, inPlayer)?.();
  return called.join();
};

test("each key does what it does in other players", () => {
  expect([" ", "k", "K", "f", "m"].map((key) => commandsOf(key))).toEqual([
    ...["toggle", "toggle", "toggle", "toggleFullscreen", "toggleSound"],
  ]);
  expect(["ArrowLeft", "ArrowRight"].map((key) => commandsOf(key))).toEqual(["step -5", "step 5"]);
});

test("digits seek to tenths of the video", () => {
  expect(["0", "3", "9"].map((key) => commandsOf(key))).toEqual([
    ...["seekToShare 0", "seekToShare 0.3", "seekToShare 0.9"],
  ]);
});

test("up and down change the volume in the player and scroll the page outside it", () => {
  expect(commandsOf("ArrowUp")).toBe("changeVolume 0.05");
  expect(commandsOf("ArrowDown")).toBe("changeVolume -0.05");
  expect(commandsOf("ArrowUp", false)).toBe("");
});

test("other keys are ignored", () => {
  expect(["a", "Tab", "Escape", "Enter", "F5"].map((key) => commandsOf(key)).join("")).toBe("");
});
