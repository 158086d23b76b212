import { createValue } from "../../device/create-store.ts";
import { useValue } from "../../device/storage.ts";
import { texts } from "../../texts/index.ts";
import { Icon } from "../../ui/basics/icon.tsx";
import { formatClock } from "../../ui/format/format.ts";
import styles from "./hints.module.css";

export type Hint =
  | { kind: "skip"; seconds: number }
  | { kind: "seek"; from: number; target: number; cancelled: boolean }
  | { kind: "fast" }
  | { kind: "note"; text: string; level?: number }; // 1 is a full bar

const FLASH_MS = 800;

export function createHints() {
  const value = createValue<Hint>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const show = (next: Hint | undefined) => {
    clearTimeout(timer);
    value.change(next);
  };
  return {
    ...value,
    show,
    flash(next: Hint) {
      show(next);
      timer = setTimeout(show, FLASH_MS, undefined);
    },
    clear: () => show(undefined),
  };
}
export type Hints = ReturnType<typeof createHints>;

const words = texts.player;

export function HintView({ hints }: { hints: Hints }) {
  const hint = useValue(hints);
  return (
    hint && (
      <div className={styles.layer} aria-hidden="true">
        <Shown hint={hint} />
      </div>
    )
  );
}

function Shown({ hint }: { hint: Hint }) {
  switch (hint.kind) {
    case "skip":
      return (
        <p className={styles.skip} data-side={hint.seconds < 0 ? "left" : "right"}>
          <Icon name={hint.seconds < 0 ? "left" : "right"} size={20} />
          {words.moved(hint.seconds)}
        </p>
      );
    case "seek":
      return (
        <p className={styles.bubble} data-cancelled={hint.cancelled}>
          <b>{formatClock(hint.target)}</b>
          <span>
            {hint.cancelled ? words.cancelSeek : words.moved(Math.round(hint.target - hint.from))}
          </span>
        </p>
      );
    case "fast":
      return <p className={styles.note}>{words.fast}</p>;
    case "note":
      return (
        <p className={styles.note}>
          {hint.text}
          {hint.level !== undefined && <i style={{ backgroundSize: `${hint.level * 100}%` }} />}
        </p>
      );
  }
}
