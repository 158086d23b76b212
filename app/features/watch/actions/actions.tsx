import { useActionData } from "@remix-run/react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { VideoCardData } from "../../../../server/domain/cards.ts";
import type { ActionResult } from "../../../../server/outcomes/actions.ts";
import { episodeAddress, videoAddress } from "../../../addresses.ts";
import {
  useSubmitIntent,
  type WatchIntent,
  watchIntents,
} from "../../../navigation/video-intents.tsx";
import { useMemberLoaded } from "../../../session/member.ts";
import { useOrigin } from "../../../session/site.ts";
import { texts } from "../../../texts/index.ts";
import { Icon, type IconName } from "../../../ui/basics/icon.tsx";
import { formatCount } from "../../../ui/format/format.ts";
import { useLike } from "../../../ui/video/likes.ts";
import { EpisodeLinks, EpisodeStrip, EpisodesSheet } from "../episodes/episodes.tsx";
import { ShareCard } from "../share/share-card.tsx";
import type { WatchPageVideo } from "../watch.server.ts";
import styles from "./actions.module.css";
import { useFavourite } from "./likes-and-favourites.ts";

interface ActionsProps {
  video: WatchPageVideo;
  playing: WatchPageVideo; // with the title and duration of the playing episode
  current: string | undefined;
  onChoose: (key: string) => void;
}

const words = texts.video.actions;

export function Actions({ video, playing, current, onChoose }: ActionsProps) {
  const { code, sources } = video;
  const [open, setOpen] = useState<"episodes" | "share">();
  const result = useActionData<ActionResult>();
  const origin = useOrigin();
  useRecordVisit(code);
  const close = () => setOpen(undefined);
  const isFirst = current === undefined || current === sources[0]?.episodes[0]?.key;

  return (
    <>
      <div className={styles.actions}>
        <button
          type="button"
          className={`${styles.action} ${styles.scripted}`}
          aria-haspopup="dialog"
          disabled={sources.length === 0}
          onClick={() => setOpen("episodes")}
        >
          <Icon name="list" />
          {words.episodes}
        </button>
        <button
          type="button"
          className={`${styles.action} ${styles.scripted}`}
          aria-haspopup="dialog"
          onClick={() => setOpen("share")}
        >
          <Icon name="share" />
          {words.share}
        </button>
        <LikeAndFavourite video={{ ...video, cover: video.poster }} likeName={words.like} />
      </div>
      {result?.ok === false && (
        <p role="alert" className={styles.failed}>
          {result.message}
        </p>
      )}
      <EpisodeStrip {...{ sources, current, onChoose }} onMore={() => setOpen("episodes")} />
      <EpisodeLinks code={code} sources={sources} />
      <EpisodesSheet
        open={open === "episodes"}
        sources={sources}
        current={current}
        onChoose={onChoose}
        onClose={close}
      />
      <ShareCard
        open={open === "share"}
        video={playing}
        address={origin + (isFirst ? videoAddress(code) : episodeAddress(code, current))}
        onClose={close}
      />
    </>
  );
}

interface LikeAndFavouriteProps {
  video: VideoCardData;
  likeName: string; // the button's name, before the number of likes
}

export function LikeAndFavourite({ video, likeName }: LikeAndFavouriteProps) {
  const { code } = video;
  const { liked, toggle: toggleLike } = useLike(code);
  const { favourite, toggle: toggleFavourite } = useFavourite(video);
  const hot = formatCount(video.hot);
  return (
    <>
      <ToggleAction
        code={code}
        intent={watchIntents.like}
        name={`${likeName} ${hot}`}
        icon="heart"
        on={liked}
        onToggle={toggleLike}
      >
        {hot}
      </ToggleAction>
      <ToggleAction
        code={code}
        intent={watchIntents.favourite}
        name={words.favourite}
        icon="star"
        on={favourite}
        onToggle={toggleFavourite}
      >
        {words.favourite}
      </ToggleAction>
    </>
  );
}

interface ToggleActionProps {
  code: string;
  intent: WatchIntent;
  name: string;
  icon: IconName;
  on: boolean;
  onToggle: () => void;
  children: ReactNode;
}

function ToggleAction({ code, intent, name, icon, on, ...rest }: ToggleActionProps) {
  const [popping, setPopping] = useState(false);
  return (
    <form
      method="post"
      action={videoAddress(code)}
      onSubmit={(event) => {
        event.preventDefault();
        setPopping(!on);
        rest.onToggle();
      }}
    >
      <input type="hidden" name="intent" value={intent} />
      <button
        type="submit"
        className={`${styles.action} ${popping ? styles.popping : ""}`}
        aria-label={name}
        aria-pressed={on}
        onAnimationEnd={() => setPopping(false)}
      >
        <Icon name={icon} solid={on} />
        {rest.children}
      </button>
    </form>
  );
}

function useRecordVisit(code: string): void {
  const submitIntent = useSubmitIntent();
  // waits for the member request: two requests at once would register two guests
  const memberLoaded = useMemberLoaded();
  const recorded = useRef<string>();
  useEffect(() => {
    if (!memberLoaded || recorded.current === code) return;
    recorded.current = code;
    submitIntent(code, watchIntents.visit);
  }, [memberLoaded, code, submitIntent]);
}
