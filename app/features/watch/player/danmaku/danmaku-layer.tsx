import { useEffect, useRef, useState } from "react";
import type { Danmu } from "../../../../../server/contract/video.ts";
import styles from "./danmaku-layer.module.css";

interface DanmuLayerProps {
  video: HTMLVideoElement;
  items: readonly Danmu[];
  /** Controls lie along the picture's edges. */
  framed: boolean;
}

/** Viewers' comments over the picture. Their script is fetched when the video plays for the first time. */
export function DanmuLayer({ video, items, framed }: DanmuLayerProps) {
  const layer = useRef<HTMLDivElement>(null);
  const [started, setStarted] = useState(!video.paused);

  useEffect(() => {
    const start = () => setStarted(true);
    video.addEventListener("playing", start);
    return () => video.removeEventListener("playing", start);
  }, [video]);

  useEffect(() => {
    const element = layer.current;
    if (!started || !element) return;
    let takeOff: (() => void) | undefined;
    let gone = false;
    import("./show-danmaku.ts").then(
      ({ showDanmu }) => {
        if (!gone) takeOff = showDanmu(element, video, items);
      },
      // the picture is worth watching without them
      () => undefined,
    );
    return () => {
      gone = true;
      takeOff?.();
    };
  }, [started, video, items]);

  return (
    <div className={styles.picture} data-framed={framed} aria-hidden="true">
      <div ref={layer} className={styles.layer} />
    </div>
  );
}
