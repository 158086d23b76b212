import { useEffect, useRef, useState } from "react";
import type { Danmu } from "../../../../../server/contract/video.ts";
import { deviceStorage, useDeviceStorage } from "../../../../session/storage.ts";
import { texts } from "../../../../texts/index.ts";
import type { Hints } from "../gestures/hints.tsx";
import { useMediaQuery } from "../use-media-query.ts";
import styles from "./danmaku-layer.module.css";

export function useDanmakuSwitch(hints: Hints) {
  const reducedMotion = useMediaQuery("(prefers-reduced-motion: reduce)");
  const on = useDeviceStorage("danmuOn") ?? !reducedMotion;
  const toggle = () => {
    deviceStorage.update("danmuOn", () => !on);
    hints.flash({ kind: "note", text: on ? texts.player.danmakuOff : texts.player.danmakuOn });
  };
  return { on, toggle };
}

interface DanmakuLayerProps {
  video: HTMLVideoElement;
  items: readonly Danmu[];
  framed: boolean;
}

export function DanmakuLayer({ video, items, framed }: DanmakuLayerProps) {
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
    let remove: (() => void) | undefined;
    let unmounted = false;
    import("./show-danmaku.ts").then(
      ({ showDanmaku }) => {
        if (!unmounted) remove = showDanmaku(element, video, items);
      },
      () => undefined,
    );
    return () => {
      unmounted = true;
      remove?.();
    };
  }, [started, video, items]);

  return (
    <div className={styles.picture} data-framed={framed} aria-hidden="true">
      <div ref={layer} className={styles.layer} />
    </div>
  );
}
