import { useRef } from "react";
import { texts } from "../../texts.ts";
import { Icon } from "../../ui/icon.tsx";
import styles from "./episodes.module.css";
import { EpisodesSheet } from "./episodes-sheet.tsx";
import type { Source } from "./watch.server.ts";

interface EpisodesProps {
  sources: readonly Source[];
  /** The key of the episode that is being played. */
  current: string;
  onChoose: (key: string) => void;
}

export function Episodes(props: EpisodesProps) {
  const sheet = useRef<HTMLDialogElement>(null);
  return (
    <div className={styles.actions}>
      <button type="button" aria-haspopup="dialog" onClick={() => sheet.current?.showModal()}>
        <Icon name="list" />
        {texts.video.actions.episodes}
      </button>
      <EpisodesSheet {...props} sheet={sheet} />
    </div>
  );
}
