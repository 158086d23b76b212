import { useEffect, useState } from "react";
import { texts } from "../../../../texts/index.ts";
import { clock } from "../../../../ui/format.ts";
import type { Player } from "../core/player.ts";
import styles from "./offers.module.css";

const SHOWN_MS = 8_000;

/** Tells where the viewer goes on, and offers the beginning. */
export function Resumed({ player, at }: { player: Player | undefined; at: number }) {
  const [shown, show] = useState(false);
  useEffect(() => {
    show(at > 0);
    const timer = setTimeout(show, SHOWN_MS, false);
    return () => clearTimeout(timer);
  }, [at]);

  if (!shown) return null;
  const begin = () => {
    player?.seekTo(0);
    show(false);
  };
  return (
    <div className={styles.offer} data-offer>
      <span>{texts.player.resumed(clock(at))}</span>
      <button type="button" onClick={begin}>
        {texts.player.fromStart}
      </button>
    </div>
  );
}
