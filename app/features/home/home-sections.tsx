import { useState } from "react";
import type { AdCardData as Ad, VideoListData as List } from "../../../server/domain/cards.ts";
import type { DeferredOutcome } from "../../../server/outcomes/defer-after.ts";
import { VideoList } from "../../lists/infinite-list.tsx";
import { GridSkeleton } from "../../lists/list-skeletons.tsx";
import { texts } from "../../texts/index.ts";
import { AdSwiper, AdSwiperSkeleton } from "../../ui/ads/ad-swiper.tsx";
import { AdCard, AdLink, AdStrip } from "../../ui/ads/ads.tsx";
import { Icon } from "../../ui/basics/icon.tsx";
import { Deferred, OptionalDeferred } from "../../ui/feedback/deferred.tsx";
import { LoadError } from "../../ui/feedback/load-error.tsx";
import { SectionHead } from "../../ui/layout/section-head.tsx";
import { Picture } from "../../ui/media/picture.tsx";
import { AdBadge } from "../../ui/video/badge.tsx";
import { ContinueWatching } from "../continue/continue-watching.tsx";
import type { HomeData } from "./home.server.ts";
import tiles from "./home-ads.module.css";
import { HOME_TAG, homeAddress } from "./home-query.ts";
import styles from "./home-sections.module.css";
import notice from "./notice-bar.module.css";
import { PopupAd } from "./popup-ad.tsx";
import { Featured, Newest, Ranking, RankingSkeleton } from "./video-sections.tsx";

export function HomeSections({ home }: { home: HomeData }) {
  return (
    <>
      <OptionalDeferred value={home.notice}>
        {(text) => text && <NoticeBar text={text} streamed={home.notice instanceof Promise} />}
      </OptionalDeferred>
      <OptionalDeferred value={home.ads}>
        {({ popup: [ad] }) => ad && <PopupAd ad={ad} />}
      </OptionalDeferred>
      <Deferred
        value={home.videosReady}
        skeleton={<SectionsSkeleton />}
        failed={(message) => (
          <>
            <FirstAds home={home} adsInTime />
            <ContinueWatching />
            <LoadError message={message} />
          </>
        )}
      >
        {({ adsInTime }) => (
          <>
            <FirstAds home={home} adsInTime={adsInTime} />
            <ContinueWatching />
            <Sections home={home} adsInTime={adsInTime} />
          </>
        )}
      </Deferred>
    </>
  );
}

let closedNotice = "";

interface NoticeBarProps {
  text: string;
  /** Whether it arrived after the first paint: it then grows by an animation, which is no layout shift. */
  streamed: boolean;
}

function NoticeBar({ text, streamed }: NoticeBarProps) {
  const [closed, setClosed] = useState(text === closedNotice);
  const close = () => {
    closedNotice = text;
    setClosed(true);
  };
  return (
    <section
      className={`${notice.space} ${closed ? notice.closed : streamed ? notice.opening : ""}`}
      aria-label={texts.home.notice}
    >
      <div className={notice.clip}>
        <div className={notice.notice}>
          <Icon name="horn" size={18} />
          <p>{text}</p>
          <button type="button" aria-label={texts.navigation.close} onClick={close}>
            <Icon name="x" size={16} />
          </button>
        </div>
      </div>
    </section>
  );
}

interface PartProps {
  home: HomeData;
  /** If false, ads are shown only where a skeleton has reserved their space. */
  adsInTime: boolean;
}

const FirstAds = ({ home, adsInTime }: PartProps) => (
  <OptionalDeferred value={home.ads} skeleton={<AdSwiperSkeleton />}>
    {({ swiper, square }) => (
      <div className={styles.firstAds}>
        <AdSwiper label={texts.home.swiper} ads={swiper} />
        {adsInTime && <SquareAds ads={square} />}
      </div>
    )}
  </OptionalDeferred>
);

function SquareAds({ ads }: { ads: Ad[] }) {
  const [only] = ads;
  if (!only) return null;
  if (ads.length === 1) {
    return (
      <div className={tiles.alone}>
        <AdStrip ad={only} />
      </div>
    );
  }
  const [Tile, columns] =
    ads.length === 2 ? [AdCard, tiles.two] : [SquareAd, ads.length === 3 ? tiles.three : ""];
  return (
    <ul className={`${tiles.tiles} ${columns}`}>
      {ads.map((ad) => (
        <li key={ad.id}>
          <Tile ad={ad} />
        </li>
      ))}
    </ul>
  );
}

function SquareAd({ ad }: { ad: Ad }) {
  return (
    <AdLink ad={ad} className={tiles.tile}>
      <span className={tiles.picture}>
        <Picture src={ad.image} size="tile" />
        <AdBadge />
      </span>
      <span className={tiles.title}>{ad.title}</span>
    </AdLink>
  );
}

function Sections({ home, adsInTime }: PartProps) {
  return (
    <div className={styles.sections}>
      <Deferred value={home.featured} skeleton={<FeaturedSkeleton />}>
        {(batch) => batch.rows.length > 0 && <Featured first={batch} />}
      </Deferred>
      {adsInTime && <RankingAds home={home} half={0} />}
      <Deferred value={home.lists} skeleton={<RankingSkeleton />}>
        {({ ranking, newest, ads }) => (
          <>
            <Ranking videos={ranking} ads={ads} />
            {adsInTime && <RankingAds home={home} half={1} />}
            <Newest videos={newest} ads={ads} />
          </>
        )}
      </Deferred>
    </div>
  );
}

function RankingAds({ home, half }: { home: HomeData; half: 0 | 1 }) {
  return (
    <OptionalDeferred value={home.ads}>
      {({ ranking }) => {
        const ads = ranking.filter((_ad, index) => index % 2 === half);
        return (
          ads.length > 0 && (
            <div>
              {ads.map((ad) => (
                <AdStrip key={ad.id} ad={ad} />
              ))}
            </div>
          )
        );
      }}
    </OptionalDeferred>
  );
}

const FeaturedSkeleton = () => (
  <section>
    <SectionHead title={texts.home.featured} moreType="15" />
    <GridSkeleton />
  </section>
);

const SectionsSkeleton = () => (
  <>
    <AdSwiperSkeleton />
    <ContinueWatching />
    <div className={styles.sections}>
      <FeaturedSkeleton />
      <RankingSkeleton />
    </div>
  </>
);

export function TagList({ tag, list }: { tag: string; list: DeferredOutcome<List> }) {
  return (
    <section className={styles.list}>
      {tag === HOME_TAG && <SectionHead title={texts.home.newest} moreType="0" />}
      <VideoList
        name="home"
        identity={tag}
        list={list}
        address={(page) => homeAddress({ tag, page })}
      />
    </section>
  );
}
