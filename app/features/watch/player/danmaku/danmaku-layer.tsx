import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { Danmu } from "../../../../../server/contract/video.ts";
import { deviceStorage, useDeviceStorage } from "../../../../session/storage.ts";
import { texts } from "../../../../texts/index.ts";
import type { Hints } from "../gestures/hints.tsx";
import styles from "./danmaku-layer.module.css";

const reducedMotion = () => matchMedia("(prefers-reduced-motion: reduce)");

function subscribe(listener: () => void) {
  const query = reducedMotion();
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}

export function useDanmakuSwitch(hints: Hints) {
  const motion = useSyncExternalStore(
    subscribe,
    () => !reducedMotion().matches,
    () => true,
  );
  const on = useDeviceStorage("danmuOn") ?? motion;
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
