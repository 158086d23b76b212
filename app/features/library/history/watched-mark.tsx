import { useDevice } from "../../../session/storage.ts";
import { howFar } from "../../../session/storage-schema.ts";
import { texts } from "../../../texts/index.ts";
import { clock } from "../../../ui/format.ts";
import styles from "./watched-mark.module.css";

/** How far the video was watched on this device, over the cover of its row. */
export function WatchedMark({ code }: { code: string }) {
  const watched = useDevice("videoHistory").find((video) => video.code === code);
  const far = watched && howFar(watched);
  if (!watched || far === "not begun") return null;
  const { episode, seconds, length } = watched;
  const seen = far === "seen";
  const which = episode > 0 ? texts.video.episode(episode + 1) : "";
  return (
    <span className={styles.mark}>
      <span>{texts.history.watched(which, seen ? "" : clock(seconds))}</span>
      {length > 0 && <progress aria-hidden="true" max={length} value={seen ? length : seconds} />}
    </span>
  );
}
