import { useEffect, useRef } from "react";
import type { Danmu } from "../../../../../server/contract/video.ts";
import { useDeviceStorage } from "../../../../session/storage.ts";
import styles from "./danmaku-layer.module.css";
import { showDanmaku, withoutBlocked } from "./show-danmaku.ts";

interface DanmakuLayerProps {
  video: HTMLVideoElement;
  items: readonly Danmu[];
  framed: boolean;
}

/** Loaded when a video with comments first plays. */
export function DanmakuLayer({ video, items, framed }: DanmakuLayerProps) {
  const layer = useRef<HTMLDivElement>(null);
  const { density, size, area, opacity, blocked } = useDeviceStorage("danmakuSettings");
  const blockedWords = blocked.join("\n");

  useEffect(() => {
    layer.current?.style.setProperty("--opacity", String(opacity / 100));
  }, [opacity]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: of another size, comments find other lanes
  useEffect(() => {
    if (!layer.current) return;
    const wanted = withoutBlocked(items, blockedWords ? blockedWords.split("\n") : []);
    return showDanmaku(layer.current, video, wanted, density);
  }, [video, items, density, size, blockedWords]);

  return (
    <div className={styles.picture} data-framed={framed} aria-hidden="true">
      <div ref={layer} className={styles.layer} data-size={size} data-area={area} />
    </div>
  );
}
