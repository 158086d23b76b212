import { memo, useEffect, useId, useRef, useSyncExternalStore } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { episodeAddress, placeAddress } from "../../addresses.ts";
import type { usePagedList } from "../../lists/paged-list.ts";
import { opensHere, useFollow } from "../../navigation/link.tsx";
import type { Player } from "../../player/core/player.ts";
import { connectToDevice } from "../../player/core/presence.ts";
import { FailureNotice } from "../../player/failure-notice.tsx";
import { texts } from "../../texts/index.ts";
import { Button, ButtonLink, buttonClass } from "../../ui/basics/button.tsx";
import { Icon } from "../../ui/basics/icon.tsx";
import { Spinner } from "../../ui/feedback/spinner.tsx";
import { formatCount, parseClock } from "../../ui/format/format.ts";
import { useSignalEffect } from "../../ui/paint.ts";
import { VipBadge } from "../../ui/video/badge.tsx";
import { LikeAndFavourite } from "../watch/actions/actions.tsx";
import { accessAddress, useEpisodeAccess } from "../watch/page/use-preview-gate.ts";
import styles from "./feed.module.css";
import type { SlideData } from "./feed.server.ts";

const POSTER_WIDTH = 720; // pixels of the image file

interface SlideProps {
  slide: SlideData;
  position: number; // from 1
  player: Player | undefined; // only for the current slide
  onOpen: (sheet: "episodes" | "share") => void;
}

export const Slide = memo(function Slide({ slide, position, player, onOpen }: SlideProps) {
  const { title, cover, vip, hot, duration, sources } = slide;
  const name = useId();
  const poster = cover && `${cover}?w=${POSTER_WIDTH}`;
  const words = texts.video.actions;
  return (
    <article
      className={styles.slide}
      aria-labelledby={name}
      aria-posinset={position}
      aria-setsize={-1}
    >
      {poster && <img className={styles.backdrop} src={poster} alt="" />}
      {poster && <img className={styles.poster} src={poster} alt="" />}
      {player && <Playing player={player} slide={slide} />}
      <div className={styles.facts}>
        <h2 id={name}>{title}</h2>
        <p>
          {vip && <VipBadge inline />}
          <span>
            <Icon name="flame" size={14} solid />
            {formatCount(hot)}
          </span>
          {duration && <span>{duration}</span>}
        </p>
        <WholeVideo slide={slide} player={player} />
      </div>
      <div className={styles.rail}>
        <LikeAndFavourite video={slide} likeName={texts.likeVideo(title)} />
        {sources.length > 0 && (
          <button type="button" aria-haspopup="dialog" onClick={() => onOpen("episodes")}>
            <Icon name="list" />
            {words.episodes}
          </button>
        )}
        <button type="button" aria-haspopup="dialog" onClick={() => onOpen("share")}>
          <Icon name="share" />
          {words.share}
        </button>
      </div>
    </article>
  );
});

function Playing({ slide, player }: { slide: SlideData; player: Player }) {
  const { code, title, cover, duration, episode } = slide;
  const state = useSyncExternalStore(player.subscribe, player.state);
  const { paused, waiting, failure, full } = state;
  useEpisodeAccess(player, full > 0, accessAddress(code, episode), parseClock(duration));
  useSignalEffect([player, title, cover], (signal) => {
    const poster = cover && `${cover}?w=${POSTER_WIDTH}`;
    connectToDevice(player, { title, poster }, signal);
  });
  useEffect(() => {
    player.video.ariaLabel = title;
  }, [player, title]);

  if (failure) return <FailureNotice player={player} cause={failure} />;
  // a preview may end before the player knows its limit
  if (state.previewEnded || (state.ended && full > 0))
    return (
      <div className={styles.offer}>
        <p role="status">{texts.player.previewEnded}</p>
        <WholeVideo slide={slide} player={player} main />
      </div>
    );
  return (
    <>
      <button
        type="button"
        className={styles.surface}
        aria-label={paused ? texts.player.play : texts.player.pause}
        onClick={player.toggle}
      >
        {paused && (
          <span>
            <Icon name="play" solid />
          </span>
        )}
      </button>
      {waiting && (
        <span className={styles.waiting}>
          <Spinner />
        </span>
      )}
      <Progress player={player} />
    </>
  );
}

function Progress({ player }: { player: Player }) {
  const line = useRef<HTMLSpanElement>(null);
  useSignalEffect([player], (signal) => {
    const { video } = player;
    const draw = () => {
      const end = Math.min(player.state().preview?.end ?? Number.POSITIVE_INFINITY, video.duration);
      const share = Math.min(1, video.currentTime / end) || 0;
      line.current?.style.setProperty("scale", `${share} 1`);
    };
    draw();
    video.addEventListener("timeupdate", draw, { signal });
  });
  return <span ref={line} className={styles.progress} />;
}

interface WholeVideoProps {
  slide: SlideData;
  player: Player | undefined;
  main?: boolean;
}

function WholeVideo({ slide, player, main = false }: WholeVideoProps) {
  const follow = useFollow();
  const { code, stream } = slide;
  return (
    <a
      href={episodeAddress(code, stream.key)}
      className={buttonClass(main ? { size: "dialog" } : { kind: "glass", size: "row" })}
      onClick={(event) => {
        if (!opensHere(event)) return;
        event.preventDefault();
        follow(event.currentTarget, placeAddress(code, stream.key, player?.time() ?? 0), {});
      }}
    >
      {texts.video.whole}
      <Icon name="right" size={14} />
    </a>
  );
}

type FeedEndProps = Omit<ReturnType<typeof usePagedList>, "rows"> & { onAgain: () => void };

export function FeedEnd({ ended, loading, failure, grow, nextAddress, onAgain }: FeedEndProps) {
  const hydrated = useHydrated();
  const content = () => {
    if (!hydrated && !ended)
      return (
        <ButtonLink to={nextAddress} rel="next" kind="tint" size="row">
          {texts.navigation.next}
        </ButtonLink>
      );
    if (loading) return <Spinner label={texts.lists.loading} />;
    if (ended)
      return (
        <>
          <p>{texts.lists.end}</p>
          <Button kind="glass" size="dialog" onClick={onAgain}>
            {texts.player.fromStart}
          </Button>
          <ButtonLink to="/" kind="glass" size="dialog">
            {texts.navigation.home}
          </ButtonLink>
        </>
      );
    return (
      failure !== undefined && (
        <>
          <p role="alert">{failure || texts.network}</p>
          <Button kind="glass" size="dialog" onClick={grow}>
            {texts.lists.retry}
          </Button>
        </>
      )
    );
  };
  return <div className={styles.end}>{content()}</div>;
}
