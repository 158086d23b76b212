import { useEffect, useRef, useSyncExternalStore } from "react";
import { videoAddress } from "../../addresses.ts";
import { useDeviceStorage } from "../../device/storage.ts";
import { Link } from "../../navigation/link.tsx";
import type { PlayerState } from "../../player/core/player.ts";
import { connectToDevice } from "../../player/core/presence.ts";
import { useMember } from "../../session/member.ts";
import { useSessionEnding } from "../../session/session-ended.tsx";
import { texts } from "../../texts/index.ts";
import { Icon } from "../../ui/basics/icon.tsx";
import { CloseButton } from "../../ui/feedback/modal.tsx";
import { Spinner } from "../../ui/feedback/spinner.tsx";
import { useSignalEffect } from "../../ui/paint.ts";
import {
  type KeptPlayback,
  setVideoContainer,
  stopPlayback,
  useKeptPlayback,
} from "./kept-playback.ts";
import styles from "./mini-player.module.css";
import { bindDrag } from "./window-drag.ts";

export * from "./kept-playback.ts";

export function MiniPlayer() {
  const kept = useKeptPlayback();
  const frame = useRef<HTMLElement>(null);
  useSignalEffect([], (signal) => {
    if (frame.current) bindDrag(frame.current, stopPlayback, signal);
  });
  useEffect(() => stopPlayback, []);
  return (
    <section
      ref={frame}
      className={styles.window}
      aria-label={texts.playerExtras.mini}
      hidden={!kept}
    >
      <div className={styles.screen}>
        <div ref={setVideoContainer} className={styles.picture} />
      </div>
      {kept && <Contents key={kept.key} playback={kept} />}
    </section>
  );
}

function problemOf({ failure, previewEnded, ended, full }: PlayerState): string | undefined {
  if (failure) return texts.playerExtras.failures[failure];
  return previewEnded || (ended && full > 0) ? texts.player.previewEnded : undefined;
}

function Contents({ playback }: { playback: KeptPlayback }) {
  const { player, code, title, poster } = playback;
  const state = useSyncExternalStore(player.subscribe, player.state);
  const { paused, ended, waiting } = state;
  const problem = problemOf(state);
  const shouldStop = useShouldStop() || (ended && !problem);
  useEffect(() => {
    if (shouldStop) stopPlayback();
  }, [shouldStop]);
  useSignalEffect([player, title, poster], (signal) =>
    connectToDevice(player, { title, poster }, signal),
  );
  return (
    <>
      {/* covers the picture; no prefetch, because the visitor has just left that page */}
      <Link to={videoAddress(code)} prefetch="none" className={styles.back}>
        <span>{title}</span>
      </Link>
      {problem ? (
        <p role="status" className={styles.problem}>
          {problem}
        </p>
      ) : (
        waiting && (
          <span className={styles.waiting}>
            <Spinner />
          </span>
        )
      )}
      <div className={styles.buttons}>
        {!problem && (
          <button
            type="button"
            className="icon-button"
            aria-label={paused ? texts.player.play : texts.player.pause}
            onClick={player.toggle}
          >
            <Icon name={paused ? "play" : "pause"} size={22} solid />
          </button>
        )}
        <CloseButton onClose={stopPlayback} />
      </div>
    </>
  );
}

function useShouldStop(): boolean {
  const member = useMember()?.code;
  const viewer = useRef(member);
  viewer.current ??= member;
  const isOff = !useDeviceStorage("miniPlayer");
  const hasEnded = useSessionEnding() !== undefined;
  return isOff || hasEnded || member !== viewer.current;
}
