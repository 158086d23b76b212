import { videoAddress } from "../../../navigation/addresses.ts";
import { texts } from "../../../texts/index.ts";
import styles from "./episode-links.module.css";
import type { Source } from "./watch.server.ts";

interface EpisodeLinksProps {
  code: string;
  sources: readonly Source[];
}

/** The episodes for visitors without scripts: each is an address of its own. */
export const EpisodeLinks = ({ code, sources }: EpisodeLinksProps) =>
  sources.some(({ episodes }) => episodes.length > 1) || sources.length > 1 ? (
    <noscript>
      <details className={styles.links}>
        <summary>{texts.video.actions.episodes}</summary>
        {sources.map(({ channel, episodes }) => (
          <p key={episodes[0]?.key}>
            {channel}
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
