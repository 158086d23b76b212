import { useLocation, useNavigate } from "@remix-run/react";
import { useRef, useState } from "react";
import { texts } from "../texts/index.ts";
import { Icon } from "../ui/basics/icon.tsx";
import { Spinner } from "../ui/feedback/spinner.tsx";
import { useSignalEffect } from "../ui/paint.ts";
import { watchDrag } from "../ui/touch-drag.ts";
import styles from "./pull-indicator.module.css";

const RESISTANCE = 0.5; // pixels that the indicator moves per pixel of the drag
const REFRESHES_FROM = 64; // pixels
const MAX_PULL = 96;

export function PullIndicator() {
  const { pathname, search, key } = useLocation();
  const navigate = useNavigate();
  const disc = useRef<HTMLDivElement>(null);
  const [refreshed, setRefreshed] = useState<string>();
  const refreshing = refreshed === key;

  useSignalEffect([refreshing, key, pathname, search, navigate], (signal) => {
    const indicator = disc.current;
    if (!indicator || refreshing) return;
    let pulled = 0;
    const pull = (pixels: number) => {
      pulled = Math.min(MAX_PULL, Math.max(0, pixels * RESISTANCE));
      indicator.toggleAttribute("data-pulled", pulled > 0);
      indicator.style.setProperty("--pulled", String(pulled));
    };
    watchDrag(document.documentElement, "y", {
      signal,
      begins: (direction, { target }) =>
        direction > 0 && window.scrollY <= 0 && !(target as Element).closest("dialog"),
      onMove: pull,
      onEnd: () => {
        const farEnough = pulled >= REFRESHES_FROM;
        pull(0);
        if (!farEnough) return;
        setRefreshed(key);
        navigate(pathname + search, { replace: true });
      },
    });
  });

  return (
    <div className={styles.place}>
      <div ref={disc} className={styles.disc} data-refreshing={refreshing}>
        {refreshing ? <Spinner label={texts.lists.loading} /> : <Icon name="refresh" size={18} />}
      </div>
    </div>
  );
}
