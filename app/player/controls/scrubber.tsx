import { type RefObject, useRef } from "react";
import { texts } from "../../texts/index.ts";
import { useSignalEffect } from "../../ui/paint.ts";
import type { Hints } from "../core/hints.tsx";
import type { Player } from "../core/player.ts";
import styles from "./scrubber.module.css";
import { bindTimeline } from "./timeline.ts";

interface ScrubberProps {
  player: Player | undefined;
  hints: Hints;
  time: RefObject<HTMLElement>;
  edge: RefObject<HTMLElement>;
}

export function Scrubber({ player, hints, time, edge }: ScrubberProps) {
  const slider = useRef<HTMLDivElement>(null);
  const pointed = useRef<HTMLElement>(null);
  useSignalEffect([player, hints, time, edge], (signal) => {
    if (player && slider.current && pointed.current && time.current && edge.current)
      bindTimeline({
        player,
        hints,
        slider: slider.current,
        pointed: pointed.current,
        label: time.current,
        edge: edge.current,
        signal,
      });
  });
  return (
    <div
      ref={slider}
      className={styles.slider}
      role="slider"
      tabIndex={0}
      aria-label={texts.player.progress}
      aria-valuemin={0}
      aria-valuemax={0}
      aria-valuenow={0}
    >
      <div className={styles.track}>
        <i className={styles.buffered} />
        <i className={styles.played} />
        <i className={styles.mark} />
        <i className={styles.knob} />
      </div>
      <span ref={pointed} className={styles.pointed} aria-hidden="true">
        <canvas />
        <b />
      </span>
    </div>
  );
}

export function PlayTime({ time }: { time: RefObject<HTMLElement> }) {
  return (
    <span ref={time} className={styles.time}>
      <b>00:00</b>
      <span> / 00:00</span>
    </span>
  );
}
