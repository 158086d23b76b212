import { useActionData } from "@remix-run/react";
import { useState } from "react";
import { texts } from "../../../texts/index.ts";
import { formatHot } from "../../../ui/format.ts";
import { Icon } from "../../../ui/media/icon.tsx";
import { EpisodeLinks } from "../page/episode-links.tsx";
import { EpisodesSheet } from "../page/episodes.tsx";
import { useVisit } from "../page/use-visit.ts";
import type { WatchedVideo } from "../page/watch.server.ts";
import { ShareCard } from "../share/share-card.tsx";
import styles from "./actions.module.css";
import { useFavourite } from "./likes-and-favourites.ts";
import { ToggleAction } from "./toggle-action.tsx";
import { useLike } from "./use-like.ts";
import type { ActionAnswer } from "./watch-actions.server.ts";

interface ActionsProps {
  video: WatchedVideo;
  /** The site's own, for the link that is shared. */
  origin: string;
  /** The key of the episode that is being played; there is none without a source. */
  current: string | undefined;
  onChoose: (key: string) => void;
}

const words = texts.video.actions;

/** What a viewer can do with the video besides watching it. */
export function Actions({ video, origin, current, onChoose }: ActionsProps) {
  const { code, sources } = video;
  const [open, setOpen] = useState<"episodes" | "share">();
  const { liked, toggle: toggleLike } = useLike(code);
  const { favourite, toggle: toggleFavourite } = useFavourite({ ...video, cover: video.poster });
  const answered = useActionData<ActionAnswer>();
  useVisit(code);
  const close = () => setOpen(undefined);
  const hot = formatHot(video.hot);

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
        <ToggleAction
          code={code}
          intent="like"
          name={`${words.like} ${hot}`}
          icon="heart"
          on={liked}
          onToggle={toggleLike}
        >
          {hot}
        </ToggleAction>
        <ToggleAction
          code={code}
          intent="favourite"
          name={words.favourite}
          icon="star"
          on={favourite}
          onToggle={toggleFavourite}
        >
          {words.favourite}
        </ToggleAction>
      </div>
      {answered?.ok === false && (
        <p role="alert" className={styles.failed}>
          {answered.message}
        </p>
      )}
      <EpisodeLinks code={code} sources={sources} />
      <EpisodesSheet
        open={open === "episodes"}
        sources={sources}
        current={current}
        onChoose={onChoose}
        onClose={close}
      />
      <ShareCard open={open === "share"} video={video} origin={origin} onClose={close} />
    </>
  );
}
