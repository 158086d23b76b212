import { useEffect, useState } from "react";
import { texts } from "../../texts/index.ts";
import { Button, ButtonLink } from "../../ui/basics/button.tsx";
import { formatClock } from "../../ui/format/format.ts";
import type { Player } from "../core/player.ts";
import type { FailureCause } from "../engines/engine.ts";
import styles from "./offers.module.css";

export interface NextEpisode {
  name: string;
  play: () => void;
}

const NEXT_EPISODE_SECONDS = 5;

export function NextUp({ next: { name, play } }: { next: NextEpisode }) {
  const [seconds, setSeconds] = useState(NEXT_EPISODE_SECONDS);
  const [cancelled, cancel] = useState(false);
  useEffect(() => {
    if (cancelled) return;
    const count = () => (seconds > 1 ? setSeconds(seconds - 1) : play());
    const timer = setTimeout(count, 1_000);
    return () => clearTimeout(timer);
  }, [cancelled, seconds, play]);

  if (cancelled) return null;
  return (
    <div className={styles.offer} data-offer>
      <span>{texts.player.nextIn(seconds, name)}</span>
      <button type="button" onClick={play}>
        {texts.player.playNext}
      </button>
      <button type="button" onClick={() => cancel(true)}>
        {texts.dialog.cancel}
      </button>
    </div>
  );
}

const SHOWN_MS = 8_000;

interface ResumedNoticeProps {
  player: Player;
  at: number; // seconds; 0 for the start
  paused: boolean;
}

export function ResumedNotice({ player, at, paused }: ResumedNoticeProps) {
  const [shown, show] = useState(false);
  useEffect(() => show(at > 0), [at]);
  useEffect(() => {
    if (!shown || paused) return;
    const timer = setTimeout(show, SHOWN_MS, false);
    return () => clearTimeout(timer);
  }, [shown, paused]);

  if (!shown) return null;
  const restart = () => {
    player.seekTo(0);
    show(false);
  };
  return (
    <div className={styles.offer} data-offer>
      <span>{texts.player.resumed(formatClock(at))}</span>
      <button type="button" onClick={restart}>
        {texts.player.fromStart}
      </button>
    </div>
  );
}

const timeEvents = ["timeupdate", "seeking", "seeked", "loadedmetadata"];

export function PreviewChip({ player, end }: { player: Player; end: number }) {
  const [left, setLeft] = useState(end);
  useEffect(() => {
    const lifetime = new AbortController();
    const count = () => setLeft(Math.ceil(end - player.time()));
    count();
    for (const event of timeEvents)
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

interface FailureChoicesProps {
  player: Player;
  cause: FailureCause;
  text: string;
}

const mayBeTooMuch: readonly FailureCause[] = ["slow", "undecodable", "unknown"];

/** Besides another try, what can help after a failure of this cause. */
export function FailureChoices({ player, cause, text }: FailureChoicesProps) {
  const { qualities = [], quality } = player.state();
  const [lowest, ...better] = qualities;
  const canLower = better.length > 0 && lowest?.id !== quality && mayBeTooMuch.includes(cause);
  const [video = "", source] = player.stream()?.key.split("/") ?? [];
  const problem = `${texts.video.source(Number(source) + 1)}：${text}`;
  return (
    <>
      {player.hasAlternative() && (
        <Button kind="glass" size="dialog" onClick={player.switchSource}>
          {texts.player.otherSource}
        </Button>
      )}
      {canLower && (
        <Button kind="glass" size="dialog" onClick={() => player.retry(lowest?.name)}>
          {texts.player.lowerQuality}
        </Button>
      )}
      <ButtonLink
        kind="glass"
        size="dialog"
        to={`/report?${new URLSearchParams({ video, problem })}`}
      >
        {texts.player.report}
      </ButtonLink>
    </>
  );
}
