import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { texts } from "../../../texts.ts";
import { AUTOMATIC, type Quality } from "./engine.ts";
import styles from "./quality-menu.module.css";

interface QualityMenuProps {
  qualities: readonly Quality[];
  chosen: number;
  onChoose: (id: number) => void;
  onOpenChange: (open: boolean) => void;
}

export function QualityMenu({ qualities, chosen, onChoose, onOpenChange }: QualityMenuProps) {
  const [open, setOpen] = useState(false);
  const menu = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const choices = [{ id: AUTOMATIC, name: texts.player.auto }, ...qualities];
  const name = choices.find(({ id }) => id === chosen)?.name;

  useEffect(() => {
    onOpenChange(open);
    if (!open) return;
    menu.current?.querySelector<HTMLElement>("[aria-checked=true]")?.focus();
    const leave = ({ target }: Event) => {
      const inside = [menu, button].some(({ current }) => current?.contains(target as Node));
      if (!inside) setOpen(false);
    };
    document.addEventListener("pointerdown", leave);
    document.addEventListener("focusin", leave);
    return () => {
      document.removeEventListener("pointerdown", leave);
      document.removeEventListener("focusin", leave);
    };
  }, [open, onOpenChange]);

  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
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
        aria-label={`${texts.player.quality} ${name}`}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {name}
      </button>
      {open && (
        <div
          ref={menu}
          role="menu"
          tabIndex={-1}
          aria-label={texts.player.quality}
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
