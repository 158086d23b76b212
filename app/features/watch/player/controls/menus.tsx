import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import styles from "./menus.module.css";

interface Choice {
  id: number;
  name: string;
}

interface MenuProps {
  title: string;
  choices: readonly Choice[];
  chosen: number;
  /** What the button shows where that is not the choice in force. */
  label?: string;
  onChoose: (id: number) => void;
  onOpenChange: (open: boolean) => void;
}

/** A button that says which choice is in force, and opens a menu of all of them over the picture. */
export function Menu({ title, choices, chosen, label, onChoose, onOpenChange }: MenuProps) {
  const [open, setOpen] = useState(false);
  const menu = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const name = choices.find(({ id }) => id === chosen)?.name ?? "";

  useEffect(() => {
    if (!open) return;
    onOpenChange(true);
    menu.current?.querySelector<HTMLElement>("[aria-checked=true]")?.focus();
    const leave = ({ target }: Event) => {
      const inside = [menu, button].some(({ current }) => current?.contains(target as Node));
      if (!inside) setOpen(false);
    };
    // before the picture takes the touch for itself
    const early = { capture: true };
    document.addEventListener("pointerdown", leave, early);
    document.addEventListener("focusin", leave);
    return () => {
      onOpenChange(false);
      document.removeEventListener("pointerdown", leave, early);
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
