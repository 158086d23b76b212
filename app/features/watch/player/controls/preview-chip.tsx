import { useEffect, useState } from "react";
import { texts } from "../../../../texts/index.ts";
import type { Player } from "../core/player.ts";
import styles from "./preview-chip.module.css";

const events = ["timeupdate", "seeking", "seeked", "loadedmetadata"];

export function PreviewChip({ player, end }: { player: Player; end: number }) {
  const [left, setLeft] = useState(end);
  useEffect(() => {
    const lifetime = new AbortController();
    const count = () => setLeft(Math.ceil(end - player.time()));
    count();
    for (const event of events)
      player.video.addEventListener(event, count, { signal: lifetime.signal });
    return () => lifetime.abort();
  }, [player, end]);

  if (left <= 0) return null;
  return (
    <span className={styles.chip} role="timer">
      {texts.player.preview(left)}
    </span>
  );
}
