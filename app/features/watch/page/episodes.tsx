import { useEffect, useRef } from "react";
import { videoAddress } from "../../../navigation/addresses.ts";
import { texts } from "../../../texts/index.ts";
import { Sheet } from "../../../ui/feedback/sheet.tsx";
import styles from "./episodes.module.css";
import type { Source } from "./watch.server.ts";

interface EpisodesProps {
  sources: readonly Source[];
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

function Episodes({ sources, current, onChoose }: EpisodesProps) {
  const playing = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const frame = requestAnimationFrame(() => playing.current?.scrollIntoView({ block: "center" }));
    return () => cancelAnimationFrame(frame);
  }, []);
  return sources.map(({ name, episodes }) => (
    <section key={episodes[0]?.key} className={styles.source}>
      <h3>{name}</h3>
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

interface EpisodeLinksProps {
  code: string;
  sources: readonly Source[];
}

export const EpisodeLinks = ({ code, sources }: EpisodeLinksProps) =>
  sources.some(({ episodes }) => episodes.length > 1) || sources.length > 1 ? (
    <noscript>
      <details className={styles.links}>
        <summary>{texts.video.actions.episodes}</summary>
        {sources.map(({ name: source, episodes }) => (
          <p key={episodes[0]?.key}>
            {source}
            {episodes.map(({ key, name }) => (
              <a key={key} href={`${videoAddress(code)}&ep=${encodeURIComponent(key)}`}>
                {name}
              </a>
            ))}
          </p>
        ))}
      </details>
    </noscript>
  ) : null;
