import { watchState } from "../../device/playback.ts";
import type { WatchProgress } from "../../device/storage-schema.ts";
import { texts } from "../../texts/index.ts";
import { formatClock } from "../format/format.ts";
import styles from "./watched-mark.module.css";

interface WatchedMarkProps {
  watched: WatchProgress;
  isSeries?: boolean; // if so, names even the first episode
}

export function WatchedMark({ watched, isSeries = watched.episode > 0 }: WatchedMarkProps) {
  const { episode, seconds, length } = watched;
  const state = watchState(watched);
  if (state === "not started") return null;
  const finished = state === "finished";
  const episodeName = isSeries ? texts.video.episode(episode + 1) : "";
  return (
    <span className={styles.mark}>
      <span>{texts.history.watched(episodeName, finished ? "" : formatClock(seconds))}</span>
      {length > 0 && (
        <progress aria-hidden="true" max={length} value={finished ? length : seconds} />
      )}
    </span>
  );
}
