import { useEffect, useRef } from "react";
import { texts } from "../../../texts/index.ts";
import { Sheet } from "../../../ui/feedback/sheet.tsx";
import styles from "./episodes.module.css";
import type { Source } from "./watch.server.ts";

interface EpisodesProps {
  sources: readonly Source[];
  /** The key of the episode that is being played. */
  current: string | undefined;
  onChoose: (key: string) => void;
}

interface EpisodesSheetProps extends EpisodesProps {
  open: boolean;
  onClose: () => void;
}

export function EpisodesSheet({ open, onClose, onChoose, ...rest }: EpisodesSheetProps) {
  const choose = (key: string) => {
    onChoose(key);
    onClose();
  };
  return (
    <Sheet open={open} title={texts.video.actions.episodes} onClose={onClose}>
      <Episodes {...rest} onChoose={choose} />
    </Sheet>
  );
}

/** The channels with their episodes; the one that is being played is in sight. */
function Episodes({ sources, current, onChoose }: EpisodesProps) {
  const playing = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // the sheet opens after what is in it was drawn
    const frame = requestAnimationFrame(() => playing.current?.scrollIntoView({ block: "center" }));
    return () => cancelAnimationFrame(frame);
  }, []);
  return sources.map(({ channel, episodes }) => (
    <section key={episodes[0]?.key} className={styles.channel}>
      <h3>{channel}</h3>
      <ul className={styles.episodes}>
        {episodes.map(({ key, name }) => (
          <li key={key}>
            <button
              type="button"
              ref={key === current ? playing : undefined}
              aria-current={key === current}
              onClick={() => onChoose(key)}
            >
              {name}
            </button>
          </li>
        ))}
      </ul>
    </section>
  ));
}
