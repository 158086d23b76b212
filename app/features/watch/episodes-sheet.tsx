import type { RefObject } from "react";
import { texts } from "../../texts.ts";
import { Icon } from "../../ui/icon.tsx";
import styles from "./episodes-sheet.module.css";
import type { Source } from "./watch.server.ts";

interface EpisodesSheetProps {
  sheet: RefObject<HTMLDialogElement>;
  sources: readonly Source[];
  current: string;
  onChoose: (key: string) => void;
}

export function EpisodesSheet({ sheet, sources, current, onChoose }: EpisodesSheetProps) {
  const close = () => sheet.current?.close();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the dialog closes on Escape by itself
    <dialog
      ref={sheet}
      className={styles.sheet}
      aria-label={texts.video.actions.episodes}
      onClick={(event) => event.target === event.currentTarget && close()}
    >
      <div className={styles.inside}>
        <div className={styles.head}>
          <h2>{texts.video.actions.episodes}</h2>
          <button type="button" aria-label={texts.navigation.close} onClick={close}>
            <Icon name="x" size={22} />
          </button>
        </div>
        {sources.map(({ channel, episodes }) => (
          <section key={episodes[0]?.key}>
            <h3>{channel}</h3>
            <ul className={styles.episodes}>
              {episodes.map(({ key, name }) => (
                <li key={key}>
                  <button
                    type="button"
                    aria-current={key === current}
                    onClick={() => {
                      onChoose(key);
                      close();
                    }}
                  >
                    {name}
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </dialog>
  );
}
