import { type Commands, createCommands } from "../core/commands.ts";
import type { Hints } from "../core/hints.tsx";
import type { Player } from "../core/player.ts";
import type { Visibility } from "../core/visibility.ts";
import { bindGestures } from "./bind-gestures.ts";

interface InputTargets {
  stage: HTMLElement;
  player: Player;
  hints: Hints;
  visibility: Visibility;
  toggleFullscreen: () => void;
}

export function bindInput({ stage, player, hints, visibility, toggleFullscreen }: InputTargets) {
  const { video, duration } = player;
  const commands = createCommands(player, { stage, hints, toggleFullscreen });
  const cleanUps = [
    bindGestures({ stage, video, duration, commands, hints, visibility }),
    bindKeyboard(stage, commands, visibility.show),
    hints.clear,
  ];
  return () => {
    for (const cleanUp of cleanUps) cleanUp();
  };
}

const STEP = 5;
const VOLUME = 0.05;

export function keyCommand(
  key: string,
  commands: Commands,
  inPlayer: boolean,
): (() => void) | undefined {
  if (/^\d$/.test(key)) return () => commands.seekToShare(Number(key) / 10);
  switch (key.toLowerCase()) {
    case " ":
    case "k":
      return commands.toggle;
    case "arrowleft":
      return () => commands.step(-STEP);
    case "arrowright":
      return () => commands.step(STEP);
    case "arrowup":
      return inPlayer ? () => commands.changeVolume(VOLUME) : undefined;
    case "arrowdown":
      return inPlayer ? () => commands.changeVolume(-VOLUME) : undefined;
    case "f":
      return commands.toggleFullscreen;
    case "m":
      return commands.toggleSound;
  }
}

function isHandledBy(focused: Element, key: string): boolean {
  if (focused.closest('[role="menu"], input, textarea, select, [contenteditable]')) return true;
  return key === " " && focused.closest("button, a[href]") !== null;
}

function bindKeyboard(stage: HTMLElement, commands: Commands, onUsed: () => void) {
  const lifetime = new AbortController();
  const press = (event: KeyboardEvent) => {
    const { key, target } = event;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!(target instanceof Element)) return;
    const inPlayer = stage.contains(target);
    const nothingHasFocus = target === document.body && !document.querySelector("dialog:modal");
    if (!(inPlayer || nothingHasFocus) || isHandledBy(target, key)) return;
    const run = keyCommand(key, commands, inPlayer);
    if (!run) return;
    event.preventDefault();
    if (event.repeat && !key.startsWith("Arrow")) return;
    run();
    onUsed();
  };
  document.addEventListener("keydown", press, { signal: lifetime.signal });
  return () => lifetime.abort();
}
