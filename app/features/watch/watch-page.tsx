import { useRevalidator } from "@remix-run/react";
import { useEffect, useState } from "react";
import type { AdCard } from "../../../server/context/cards.ts";
import type { Later } from "../../../server/context/soon.ts";
import { device } from "../../device/store.ts";
import { texts } from "../../texts.ts";
import { AdStrip } from "../../ui/ad-strip.tsx";
import { Extra } from "../../ui/extra.tsx";
import { SectionHead } from "../../ui/section-head.tsx";
import { VideoRow } from "../../ui/video-row.tsx";
import { Episodes } from "./episodes.tsx";
import { PlayerStage } from "./player/player-stage.tsx";
import { VideoFacts } from "./video-facts.tsx";
import type { WatchedVideo } from "./watch.server.ts";
import styles from "./watch-page.module.css";

const POSTER_WIDTH = 720;

interface WatchPageProps {
  video: WatchedVideo;
  ad: Later<AdCard | null>;
}

export function WatchPage({ video, ad }: WatchPageProps) {
  const { code, title, poster: cover, duration, sources, recommended } = video;
  const { revalidate } = useRevalidator();
  const [chosen, choose] = useState("");
  const episodes = sources.flatMap((source) => source.episodes);
  const episode = episodes.find(({ key }) => key === chosen) ?? episodes[0];
  const poster = video.poster && `${video.poster}?w=${POSTER_WIDTH}`;

  useEffect(() => {
    device.update("knownVideos", (videos) => [{ code, title, cover, duration }, ...videos]);
  }, [code, title, cover, duration]);

  // a video that came late came after the page's head
  useEffect(() => {
    document.title = title;
  }, [title]);

  return (
    <main>
      <div className={styles.stage}>
        {episode ? (
          <PlayerStage source={episode} poster={poster} title={title} onExpired={revalidate} />
        ) : (
          <div className={styles.empty}>
            {poster && <img src={poster} alt="" />}
            <p>{texts.video.noSource}</p>
          </div>
        )}
      </div>
      <VideoFacts video={video} />
      {episode && <Episodes sources={sources} current={episode.key} onChoose={choose} />}
      <Extra value={ad} skeleton={<div className={styles.adPlace} />}>
        {(shown) => shown && <AdStrip ad={shown} />}
      </Extra>
      {recommended.length > 0 && (
        <section className={styles.newest}>
          <SectionHead title={texts.video.newest} />
          <ul>
            {recommended.map((card) => (
              <li key={card.code}>
                <VideoRow video={card} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </main>
  );
}
