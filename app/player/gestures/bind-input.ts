import type { texts } from "../../texts/index.ts";
import { type Commands, createCommands, type InputTargets } from "../core/commands.ts";
import { bindGestures } from "./bind-gestures.ts";

export function bindInput(targets: InputTargets, signal: AbortSignal) {
  const commands = createCommands(targets);
  bindGestures(targets, commands, signal);
  bindKeyboard(targets, commands, signal);
  signal.addEventListener("abort", targets.hints.clear);
}

export interface KeyTarget {
  focus: "nothing" | "picture" | "control" | "page"; // "page" includes dialogs
  isInput: boolean;
  isPointed: boolean; // a mouse is over the page, which a remote control has not
}

type KeyCommand = keyof typeof texts.playerKeys.commands;

interface KeyRow {
  command: KeyCommand;
  keys: readonly string[];
  given?: readonly number[]; // to the command, by key
  applies?: (target: KeyTarget) => boolean;
}

const inPlayer = ({ focus, isInput }: KeyTarget) => focus !== "page" && !isInput;
const hasFocus = (target: KeyTarget) => inPlayer(target) && target.focus !== "nothing";
const isControl = ({ focus }: KeyTarget) => focus === "control";
/** The picture and inputs use left and right themselves. */
const isUnpointedButton = ({ focus, isInput, isPointed }: KeyTarget) =>
  !isPointed && !isInput && (focus === "control" || focus === "page");

const upDown = ["ArrowUp", "ArrowDown"];
const leftRight = ["ArrowLeft", "ArrowRight"];
const digits = [..."0123456789"];

/** Of the rows with the same key, the last that applies is meant. */
export const keyRows: readonly KeyRow[] = [
  { command: "toggle", keys: ["k", " "] },
  { command: "step", keys: leftRight, given: [-5, 5] },
  { command: "changeVolume", keys: upDown, given: [0.05, -0.05], applies: hasFocus },
  { command: "toggleSound", keys: ["m"] },
  { command: "seekToShare", keys: digits, given: digits.map((digit) => Number(digit) / 10) },
  { command: "stepFrame", keys: [",", "."], given: [-1, 1] },
  { command: "changeSpeed", keys: ["<", ">"], given: [-1, 1] },
  { command: "changeEpisode", keys: ["p", "n"], given: [-1, 1] },
  { command: "toggleSubtitles", keys: ["c"] },
  { command: "toggleFullscreen", keys: ["f"] },
  { command: "showKeys", keys: ["?"] },
  { command: "toggleStatistics", keys: ["i"] },
  { command: "moveDown", keys: upDown, given: [-1, 1], applies: ({ isPointed }) => !isPointed },
  { command: "moveRight", keys: leftRight, given: [-1, 1], applies: isUnpointedButton },
  { command: "leaveControls", keys: ["Escape", "GoBack", "BrowserBack"], applies: isControl },
];

export function commandOf(key: string, target: KeyTarget) {
  const name = key.length === 1 ? key.toLowerCase() : key;
  const row = keyRows.findLast(
    ({ keys, applies = inPlayer }) => keys.includes(name) && applies(target),
  );
  return row && { command: row.command, given: row.given?.[row.keys.indexOf(name)] ?? 0 };
}

const REPEATING = /^(Arrow|[,.<>])/;

function isHandledBy(focused: Element, key: string): boolean {
  if (focused.closest('[role="menu"], textarea, select, [contenteditable]')) return true;
  return key === " " && focused.closest("button, a[href]") !== null;
}

function focusOf(focused: Element, stage: HTMLElement): KeyTarget["focus"] {
  if (stage.contains(focused)) return focused === stage ? "picture" : "control";
  return focused === document.body && !document.querySelector("dialog:modal") ? "nothing" : "page";
}

function bindKeyboard(targets: InputTargets, commands: Commands, signal: AbortSignal) {
  const { stage, visibility } = targets;
  let isPointed = false;
  const point = ({ type, clientX, clientY }: PointerEvent) => {
    // not `:hover`: without a mouse Chromium places one at 0, 0
    isPointed = type !== "pointerleave" && clientX + clientY > 0;
  };
  for (const type of ["pointerover", "pointermove", "pointerleave"] as const)
    document.documentElement.addEventListener(type, point, { signal });
  const importKeyCommands = async () =>
    (await import("./key-commands.ts")).createKeyCommands(targets, signal);
  let keyCommands: ReturnType<typeof importKeyCommands> | undefined;
  const press = (event: KeyboardEvent) => {
    const { key, target } = event;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!(target instanceof Element) || isHandledBy(target, key)) return;
    const focus = focusOf(target, stage);
    const found = commandOf(key, { focus, isInput: target.matches("input"), isPointed });
    if (!found) return;
    event.preventDefault();
    if (event.repeat && !REPEATING.test(key)) return;
    if (focus === "nothing") visibility.show();
    const run = (all: Partial<Record<KeyCommand, (given: number) => void>>) =>
      all[found.command]?.(found.given);
    run(commands);
    keyCommands ??= importKeyCommands();
    keyCommands.then(run, () => {
      keyCommands = undefined;
    });
  };
  document.addEventListener("keydown", press, { signal });
}
