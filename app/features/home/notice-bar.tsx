import { useState } from "react";
import { texts } from "../../texts/index.ts";
import { Icon } from "../../ui/basics/icon.tsx";
import styles from "./notice-bar.module.css";

let closedNotice = "";

interface NoticeBarProps {
  text: string;
  /** Streamed after the first paint: animates its height to avoid a layout shift. */
  streamed: boolean;
}

export function NoticeBar({ text, streamed }: NoticeBarProps) {
  const [closed, setClosed] = useState(text === closedNotice);
  const close = () => {
    closedNotice = text;
    setClosed(true);
  };
  return (
    <section
      className={`${styles.space} ${closed ? styles.closed : streamed ? styles.opening : ""}`}
      aria-label={texts.home.notice}
    >
      <div className={styles.clip}>
        <div className={styles.notice}>
          <Icon name="horn" size={18} />
          <p>{text}</p>
          <button type="button" aria-label={texts.navigation.close} onClick={close}>
            <Icon name="x" size={16} />
          </button>
        </div>
      </div>
    </section>
  );
}
