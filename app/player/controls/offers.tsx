import { useCallback, useEffect, useRef, useState } from "react";
import {
  changeSeriesMarks,
  usePlayerStorage,
  useSeriesMarks,
} from "../../device/player-storage.ts";
import { texts } from "../../texts/index.ts";
import { Button, ButtonLink } from "../../ui/basics/button.tsx";
import { formatClock } from "../../ui/format/format.ts";
import { useSignalEffect, useTimer } from "../../ui/paint.ts";
import type { InputTargets } from "../core/commands.ts";
import type { Player, PlayerState } from "../core/player.ts";
import { mayGoOn, sleepsAfterEpisode } from "../core/presence.ts";
import type { FailureCause } from "../engines/engine.ts";
import styles from "./offers.module.css";

const words = texts.playerExtras;

const RESUMED_MS = 8_000;
const SKIP_MS = 5_000;

interface ResumedNoticeProps {
  player: Player;
  at: number; // seconds; 0 for the start
  paused: boolean;
}

export function ResumedNotice({ player, at, paused }: ResumedNoticeProps) {
  const [shown, show] = useState<boolean>();
  useEffect(() => show(at > 0), [at]);
  useTimer(shown === true && !paused && RESUMED_MS, () => show(undefined));

  if (!shown) return null;
  const restart = () => {
    player.seekTo(0);
    show(false);
  };
  return (
    <div className={styles.offer} data-offer>
      <span>{words.resumed(formatClock(at))}</span>
      <button type="button" onClick={restart}>
        {texts.player.fromStart}
      </button>
    </div>
  );
}

export interface Series {
  code: string;
  episode: string; // key of its stream
  goesOn: boolean; // whether the viewer goes on to this episode, not back to it
}

interface SkipOfferProps extends Series, Pick<InputTargets, "player" | "changeEpisode" | "hints"> {
  state: PlayerState;
  hasNext: boolean;
}

/** Skips an opening or ending by itself only when playback runs into it, never where the viewer has gone to. */
export function SkipOffer(props: SkipOfferProps) {
  const { player, state, code, episode, goesOn, hasNext, changeEpisode, hints } = props;
  const { opening, ending } = useSeriesMarks(code);
  const byItself = usePlayerStorage("skipsByItself");
  const [offered, offer] = useState<"opening" | "ending">();
  const before = useRef(goesOn ? Number.NEGATIVE_INFINITY : undefined); // undefined after a seek
  const isMarked = opening > 0 || ending > 0;
  useEffect(() => {
    if (isMarked) changeSeriesMarks(code, {});
  }, [code, isMarked]);

  const skip = useCallback(
    (part: "opening" | "ending") => {
      offer(undefined);
      if (part === "opening") player.seekTo(opening);
      else if (player.video.loop && !sleepsAfterEpisode()) player.seekTo(0);
      else if (hasNext && mayGoOn()) changeEpisode(1);
      else player.seekTo(player.duration());
    },
    [player, opening, hasNext, changeEpisode],
  );
  useSignalEffect([player, episode, opening, ending, isMarked, byItself, skip, hints], (signal) => {
    if (!isMarked) return offer(undefined);
    const { video } = player;
    const partAt = (seconds: number) => {
      const end = player.duration() - ending;
      if (opening >= end || seconds < 0) return undefined;
      if (seconds < opening) return "opening";
      return ending > 0 && seconds >= end ? "ending" : undefined;
    };
    const follow = () => {
      // events of the last episode's stream may still arrive
      const isLoaded = player.stream()?.key === episode && player.duration() > 0;
      const isStill = video.paused || video.seeking || video.ended;
      if (!isLoaded || isStill || "repeats" in video.dataset) return;
      const last = before.current;
      before.current = video.currentTime;
      const part = partAt(video.currentTime);
      if (last !== undefined && partAt(last) === part) return;
      if (!part || !byItself || last === undefined) return offer(part);
      skip(part);
      hints.flash({ kind: "note", text: words.skipped[part] });
    };
    const forget = () => {
      const isNextRound = video.loop && video.currentTime === 0;
      if (isNextRound) before.current = Number.NEGATIVE_INFINITY;
      else if (before.current !== Number.NEGATIVE_INFINITY) before.current = undefined;
    };
    video.addEventListener("timeupdate", follow, { signal });
    video.addEventListener("seeking", forget, { signal });
  });
  useTimer(!state.paused && SKIP_MS, () => offer(undefined), offered);

  if (!offered || state.ended) return null;
  return (
    <div className={`${styles.offer} ${styles.skip}`} data-offer>
      <button type="button" onClick={() => skip(offered)}>
        {words.skip[offered]}
      </button>
    </div>
  );
}

const timeEvents = ["timeupdate", "seeking", "seeked", "loadedmetadata"];

export function PreviewChip({ player, end }: { player: Player; end: number }) {
  const [left, setLeft] = useState(end);
  useSignalEffect([player, end], (signal) => {
    const count = () => setLeft(Math.ceil(end - player.time()));
    count();
    for (const event of timeEvents) player.video.addEventListener(event, count, { signal });
  });

  if (left <= 0) return null;
  return (
    <span className={styles.chip} role="timer">
      {words.preview(left)}
    </span>
  );
}

export const failureTexts = words.failures;

interface FailureChoicesProps {
  player: Player;
  cause: FailureCause | "noPreview";
  text: string;
}

const mayBeTooMuch: readonly FailureChoicesProps["cause"][] = ["slow", "undecodable", "unknown"];

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
          {words.otherSource}
        </Button>
      )}
      {canLower && (
        <Button kind="glass" size="dialog" onClick={() => player.retry(lowest?.name)}>
          {words.lowerQuality}
        </Button>
      )}
      <ButtonLink
        kind="glass"
        size="dialog"
        to={`/report?${new URLSearchParams({ video, problem })}`}
      >
        {words.report}
      </ButtonLink>
    </>
  );
}
