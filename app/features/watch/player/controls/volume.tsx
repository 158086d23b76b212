import { useCallback, useSyncExternalStore } from "react";
import { texts } from "../../../../texts/index.ts";
import { Icon } from "../../../../ui/media/icon.tsx";
import type { Player } from "../core/player.ts";
import styles from "./volume.module.css";

/** For a mouse; phones have buttons of their own and a vertical drag. */
export function VolumeControl({ player: { video } }: { player: Player }) {
  const subscribe = useCallback(
    (listener: () => void) => {
      video.addEventListener("volumechange", listener);
      return () => video.removeEventListener("volumechange", listener);
    },
    [video],
  );
  const percent = useSyncExternalStore(subscribe, () =>
    video.muted ? 0 : Math.round(video.volume * 100),
  );
  const isMuted = percent === 0;
  return (
    <div className={styles.volume}>
      <button
        type="button"
        aria-label={texts.player.mute}
        aria-pressed={isMuted}
        onClick={() => {
          video.muted = !isMuted;
          // a volume of nothing would stay silent
          if (isMuted && video.volume === 0) video.volume = 1;
        }}
      >
        <Icon name={isMuted ? "mute" : "sound"} size={22} />
      </button>
      <input
        type="range"
        max={100}
        value={percent}
        aria-label={texts.player.volumeLevel}
        onChange={({ target }) => {
          video.muted = false;
          video.volume = target.valueAsNumber / 100;
        }}
        // the player's keys work again
        onPointerUp={({ currentTarget }) => currentTarget.blur()}
      />
    </div>
  );
}
