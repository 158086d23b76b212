import { useSyncExternalStore } from "react";
import { texts } from "../../../../texts/index.ts";
import { clock } from "../../../../ui/format.ts";
import { Icon } from "../../../../ui/media/icon.tsx";
import type { Hint, Hints } from "./create-hints.ts";
import styles from "./hints.module.css";

const words = texts.player;

/** What fingers and keys are doing; who does not see the picture hears it from the progress slider. */
export function HintView({ hints }: { hints: Hints }) {
  const hint = useSyncExternalStore(hints.subscribe, hints.read, () => undefined);
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
          <b>{clock(hint.target)}</b>
          <span>
            {hint.cancelled ? words.cancelSeek : words.moved(Math.round(hint.target - hint.from))}
          </span>
        </p>
      );
    case "fast":
      return <p className={styles.note}>{words.fast}</p>;
    case "note":
      return <p className={styles.note}>{hint.text}</p>;
  }
}
