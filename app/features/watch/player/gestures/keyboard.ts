import type { Commands } from "../core/commands.ts";

const STEP = 5;
const VOLUME = 0.05;

/** What a key tells the player, if anything. Up and down scroll the page unless the viewer is in the player. */
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

/** Whether the focused element has its own use for the key. */
function isTaken(focused: Element, key: string): boolean {
  if (focused.closest('[role="menu"], input, textarea, select, [contenteditable]')) return true;
  return key === " " && focused.closest("button, a[href]") !== null;
}

/** Obeys keys pressed in the player, or where nothing else on the page is being used. */
export function bindKeyboard(stage: HTMLElement, commands: Commands, onUsed: () => void) {
  const life = new AbortController();
  const press = (event: KeyboardEvent) => {
    const { key, target } = event;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!(target instanceof Element)) return;
    const inPlayer = stage.contains(target);
    const nothingIsUsed = target === document.body && !document.querySelector("dialog:modal");
    if (!(inPlayer || nothingIsUsed) || isTaken(target, key)) return;
    const obey = keyCommand(key, commands, inPlayer);
    if (!obey) return;
    event.preventDefault();
    if (event.repeat && !key.startsWith("Arrow")) return;
    obey();
    onUsed();
  };
  document.addEventListener("keydown", press, { signal: life.signal });
  return () => life.abort();
}
