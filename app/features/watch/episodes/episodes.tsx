import { useEffect, useRef } from "react";
import { episodeAddress } from "../../../addresses.ts";
import { texts } from "../../../texts/index.ts";
import { Icon } from "../../../ui/basics/icon.tsx";
import { Sheet } from "../../../ui/feedback/sheet.tsx";
import type { Episode, Source } from "../watch.server.ts";
import strips from "./episode-strip.module.css";
import styles from "./episodes.module.css";

interface EpisodesProps {
  sources: readonly NamedSource[];
  current: string | undefined;
  onChoose: (key: string) => void;
}

type EpisodesSheetProps = EpisodesProps & { open: boolean; onClose: () => void };

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

export function EpisodeStrip(props: EpisodesProps & { onMore: () => void }) {
  const { sources, current, onChoose, onMore } = props;
  const strip = useRef<HTMLUListElement>(null);
  const isCurrent = ({ key }: { key: string }) => key === current;
  const source = sources.find(({ episodes }) => episodes.some(isCurrent));
  const index = source?.episodes.findIndex(isCurrent) ?? -1;
  useEffect(() => {
    const list = strip.current;
    const playing = list?.children[index];
    if (!(list && playing instanceof HTMLElement)) return;
    list.scrollLeft = playing.offsetLeft - (list.clientWidth - playing.offsetWidth) / 2;
  }, [index]);
  if (!source || source.episodes.length < 2) return null;
  const words = texts.video.strip;
  return (
    <section className={strips.strip} aria-label={words.title}>
      <div>
        <h3>{words.title}</h3>
        {sources.length > 1 && <span>{source.name}</span>}
        <button type="button" aria-haspopup="dialog" onClick={onMore}>
          {words.all(source.episodes.length)}
          <Icon name="right" size={14} />
        </button>
      </div>
      <ul ref={strip}>
        {source.episodes.map(({ key, name }) => (
          <li key={key}>
            <button type="button" aria-current={key === current} onClick={() => onChoose(key)}>
              {name}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface NamedSource extends Pick<Source, "name"> {
  episodes: readonly Pick<Episode, "key" | "name">[];
}

interface EpisodeLinksProps {
  code: string;
  sources: readonly Source[];
}

/** Not in the browser's bundle: React renders nothing inside a `<noscript>` there. */
export const EpisodeLinks = ({ code, sources }: EpisodeLinksProps) =>
  sources.some(({ episodes }) => episodes.length > 1) || sources.length > 1 ? (
    <noscript>{import.meta.env.SSR && <Links code={code} sources={sources} />}</noscript>
  ) : null;

const Links = ({ code, sources }: EpisodeLinksProps) => (
  <details className={styles.links}>
    <summary>{texts.video.actions.episodes}</summary>
    {sources.map(({ name: source, episodes }) => (
      <p key={episodes[0]?.key}>
        {source}
        {episodes.map(({ key, name }) => (
          <a key={key} href={episodeAddress(code, key)}>
            {name}
          </a>
        ))}
      </p>
    ))}
  </details>
);
