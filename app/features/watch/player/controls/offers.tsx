import { useEffect, useState } from "react";
import { texts } from "../../../../texts/index.ts";
import styles from "./offers.module.css";

/** The episode that comes after the one that is played. */
export interface NextEpisode {
  name: string;
  play: () => void;
}

const SECONDS = 5;

/** At an episode's end: the next one begins by itself, unless the viewer says no. */
export function NextUp({ next: { name, play } }: { next: NextEpisode }) {
  const [seconds, setSeconds] = useState(SECONDS);
  const [wanted, want] = useState(true);
  useEffect(() => {
    if (!wanted) return;
    const count = () => (seconds > 1 ? setSeconds(seconds - 1) : play());
    const timer = setTimeout(count, 1_000);
    return () => clearTimeout(timer);
  }, [wanted, seconds, play]);

  if (!wanted) return null;
  return (
    <div className={styles.offer} data-offer>
      <span>{texts.player.nextIn(seconds, name)}</span>
      <button type="button" onClick={play}>
        {texts.player.playNext}
      </button>
      <button type="button" onClick={() => want(false)}>
        {texts.dialog.cancel}
      </button>
    </div>
  );
}
