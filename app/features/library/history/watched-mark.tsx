import { useDeviceStorage } from "../../../session/storage.ts";
import { watchState } from "../../../session/storage-schema.ts";
import { texts } from "../../../texts/index.ts";
import { formatClock } from "../../../ui/format.ts";
import styles from "./watched-mark.module.css";

/** How far the video was watched on this device, over the cover of its row. */
export function WatchedMark({ code }: { code: string }) {
  const watched = useDeviceStorage("videoHistory").find((video) => video.code === code);
  const far = watched && watchState(watched);
  if (!watched || far === "not started") return null;
  const { episode, seconds, length } = watched;
  const seen = far === "finished";
  const which = episode > 0 ? texts.video.episode(episode + 1) : "";
  return (
    <span className={styles.mark}>
      <span>{texts.history.watched(which, seen ? "" : formatClock(seconds))}</span>
      {length > 0 && <progress aria-hidden="true" max={length} value={seen ? length : seconds} />}
    </span>
  );
}
