import { useSearchParams } from "@remix-run/react";
import { useEffect, useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import type { AdCardData } from "../../../../server/domain/cards.ts";
import type { DeferredOutcome } from "../../../../server/outcomes/defer-after.ts";
import { placeAddress, secondIn } from "../../../addresses.ts";
import { deviceStorage } from "../../../device/storage.ts";
import { OffersWithoutScript } from "../../../purchase/pay-sheet.tsx";
import { texts } from "../../../texts/index.ts";
import { AdStrip, AdStripSkeleton } from "../../../ui/ads/ads.tsx";
import { Icon } from "../../../ui/basics/icon.tsx";
import { OptionalDeferred } from "../../../ui/feedback/deferred.tsx";
import { formatClock } from "../../../ui/format/format.ts";
import { cachedItem } from "../../../ui/kept-item.tsx";
import { useTitle } from "../../../ui/layout/page-title.ts";
import { SectionHead } from "../../../ui/layout/section-head.tsx";
import { useSignalEffect } from "../../../ui/paint.ts";
import { VideoRow } from "../../../ui/video/video-card.tsx";
import { Actions } from "../actions/actions.tsx";
import { useSource } from "../episodes/use-source.ts";
import type { WatchPageVideo } from "../watch.server.ts";
import { Playback } from "./playback.tsx";
import { tappedCover } from "./tap.ts";
import { usePaidFor } from "./use-preview-gate.ts";
import { VideoFacts } from "./video-facts.tsx";
import styles from "./watch-page.module.css";

const POSTER_WIDTH = 720;

interface WatchPageProps {
  video: WatchPageVideo;
  ad: DeferredOutcome<AdCardData | null>;
}

export function WatchPage({ video, ad }: WatchPageProps) {
  const { code, title, poster: cover, duration, vip, hot, hidden, sources, recommended } = video;
  const [params] = useSearchParams();
  const requested = { key: params.get("ep") ?? "", seconds: secondIn(params) };
  const selection = useSource(video.code, sources, requested);
  const { episode, index, choose, series } = selection;
  const [seconds, setSeconds] = useState(0);
  const poster = usePoster(video.poster && `${video.poster}?w=${POSTER_WIDTH}`);

  const episodes = sources[0]?.episodes.length ?? 0;

  useEffect(() => {
    const known = { code, title, cover, duration, vip, hot, episodes, hidden };
    deviceStorage.update("knownVideos", (videos) => [known, ...videos]);
  }, [code, title, cover, duration, vip, hot, episodes, hidden]);

  const playing = {
    ...video,
    title: series && episode ? texts.video.titleOfEpisode(title, episode.name) : title,
    // the upstream sends only the first episode's duration
    duration: index === 0 && duration ? duration : seconds > 0 ? formatClock(seconds) : "",
  };

  useTitle(playing.title);

  return (
    <main className={styles.theatre}>
      <div className={styles.stage}>
        {episode ? (
          <Playback
            {...{ video, episode, selection, poster }}
            title={playing.title}
            onDuration={setSeconds}
          />
        ) : (
          <div className={styles.empty}>
            {poster && <img src={poster} alt="" />}
            <p>{texts.video.noSource}</p>
          </div>
        )}
      </div>
      <VideoFacts video={video} duration={playing.duration} />
      {episode && (
        <OffersWithoutScript
          code={code}
          episode={episode.id}
          place={placeAddress(code, episode.key, 0)}
        />
      )}
      <Actions {...{ video, playing }} current={episode?.key} onChoose={choose} />
      <OptionalDeferred value={ad} skeleton={<AdStripSkeleton />}>
        {(shown) => shown && <PlayAd key={code} ad={shown} code={code} episode={episode?.id} />}
      </OptionalDeferred>
      {recommended.length > 0 && (
        <section className={styles.newest}>
          <SectionHead title={texts.video.newest} />
          <ul>{recommended.map((card) => cachedItem(card.code, VideoRow, { video: card }))}</ul>
        </section>
      )}
    </main>
  );
}

interface PlayAdProps {
  ad: AdCardData;
  code: string;
  episode: string | undefined;
}

/** If the ad was shown before the viewer's payment was known, its space stays, so that nothing moves. */
function PlayAd({ ad, code, episode }: PlayAdProps) {
  const known = usePaidFor(code, episode);
  // the server renders the same page for every visitor, and hydration has to match it
  const paid = useHydrated() ? known : undefined;
  const [hasSpace] = useState(!paid);
  if (!paid)
    return (
      <div className={paid === undefined ? styles.undecided : undefined}>
        <AdStrip ad={ad} />
      </div>
    );
  return hasSpace ? (
    <p className={styles.adFree}>
      <Icon name="noad" size={18} />
      {texts.video.adFree}
    </p>
  ) : null;
}

export function useTappedCover(): string {
  const [params] = useSearchParams();
  return tappedCover(params.get("id"));
}

function usePoster(address: string): string {
  const cover = useTappedCover();
  const [shown, setShown] = useState("");
  useSignalEffect([cover, address], (signal) => {
    if (!cover || !address) return;
    const picture = Object.assign(new Image(), { src: address });
    picture.decode().then(
      () => signal.aborted || setShown(address),
      () => undefined,
    );
  });
  return cover && shown !== address ? cover : address;
}
