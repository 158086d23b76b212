import { type KeyboardEvent, useRef, useState, useSyncExternalStore } from "react";
import { useOverlayEntry } from "../../navigation/overlay-entries.ts";
import { texts } from "../../texts/index.ts";
import { useSignalEffect } from "../../ui/paint.ts";
import type { Player } from "../core/player.ts";
import { subscribeToNothing } from "../core/use-player.ts";
import styles from "./menus.module.css";

export interface MenuItem {
  id: number;
  name: string;
}

export interface MenuProps {
  title: string;
  choices: readonly MenuItem[];
  chosen: number;
  label?: string;
  onChoose: (id: number) => void;
  onOpenChange: (open: boolean) => void;
}

export function Menu({ title, choices, chosen, label, onChoose, onOpenChange }: MenuProps) {
  const [open, setOpen] = useState(false);
  const menu = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const name = choices.find(({ id }) => id === chosen)?.name ?? "";

  useSignalEffect([open, onOpenChange], (signal) => {
    if (!open) return;
    onOpenChange(true);
    menu.current?.querySelector<HTMLElement>("[aria-checked=true]")?.focus();
    const closeOutside = ({ target }: Event) => {
      const inside = [menu, button].some(({ current }) => current?.contains(target as Node));
      if (!inside) setOpen(false);
    };
    // in the capture phase, before the gestures stop the event
    document.addEventListener("pointerdown", closeOutside, { capture: true, signal });
    document.addEventListener("focusin", closeOutside, { signal });
    signal.addEventListener("abort", () => onOpenChange(false));
  });

  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  useOverlayEntry(open, close);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") return close();
    const items = [...(menu.current?.querySelectorAll("button") ?? [])];
    const at = items.findIndex((item) => item.matches(":focus"));
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    items.at(next % items.length)?.focus();
  };

  return (
    <>
      <button
        type="button"
        ref={button}
        className={styles.button}
        aria-label={`${title} ${name}`}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {label ?? name}
      </button>
      {open && (
        <div
          ref={menu}
          role="menu"
          tabIndex={-1}
          aria-label={title}
          className={styles.menu}
          onKeyDown={onKeyDown}
        >
          {choices.map(({ id, name }) => (
            <button
              key={id}
              type="button"
              role="menuitemradio"
              tabIndex={-1}
              aria-checked={id === chosen}
              onClick={() => {
                onChoose(id);
                close();
              }}
            >
              {name}
            </button>
          ))}
        </div>
      )}
    </>
  );
}

const NORMAL_SPEED = 1;
const speeds = [0.5, 0.75, NORMAL_SPEED, 1.25, 1.5, 2, 3].map((id) => ({
  id,
  name: texts.player.times(id),
}));

const OTHER_SPEED = 0;

interface SpeedMenuProps extends Pick<MenuProps, "onOpenChange"> {
  player: Player | undefined;
  onOther: () => void;
}

export function SpeedMenu({ player, onOther, onOpenChange }: SpeedMenuProps) {
  const speed = useSyncExternalStore(
    player?.subscribe ?? subscribeToNothing,
    () => player?.video.defaultPlaybackRate ?? NORMAL_SPEED,
    () => NORMAL_SPEED,
  );
  const isListed = speeds.some(({ id }) => id === speed);
  const other = isListed ? texts.player.otherSpeed : texts.player.times(speed);
  const label = speed === NORMAL_SPEED ? texts.player.speed : undefined;
  return (
    <Menu
      title={texts.player.speed}
      choices={[...speeds, { id: OTHER_SPEED, name: other }]}
      chosen={isListed ? speed : OTHER_SPEED}
      onChoose={(chosen) => (chosen === OTHER_SPEED ? onOther() : player?.setSpeed(chosen))}
      onOpenChange={onOpenChange}
      {...(label && { label })}
    />
  );
}
