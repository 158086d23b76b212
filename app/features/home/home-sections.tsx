import type { AdCardData as Ad, VideoCardData as Video } from "../../../server/domain/cards.ts";
import type { VideoListData as List } from "../../../server/domain/lists.ts";
import type { Deferred as LaterData } from "../../../server/domain/soon.ts";
import { GridSkeleton } from "../../lists/list-skeletons.tsx";
import { VideoList } from "../../lists/video-list.tsx";
import { texts } from "../../texts/index.ts";
import { AdSwiper, AdSwiperSkeleton } from "../../ui/ads/ad-swiper.tsx";
import { AdStrip } from "../../ui/ads/ads.tsx";
import { Extra, Later } from "../../ui/feedback/deferred.tsx";
import { Failure } from "../../ui/feedback/load-error.tsx";
import { SectionHead } from "../../ui/layout/section-head.tsx";
import { SquareAds } from "./home-ads.tsx";
import { addressOf, HOME_TAG } from "./home-query.ts";
import styles from "./home-sections.module.css";
import { NoticeBar } from "./notice-bar.tsx";
import { PopupAd } from "./popup-ad.tsx";
import { type Batch, Featured, Newest, Ranking, RankingSkeleton } from "./video-sections.tsx";

export interface HomeData {
  anything: LaterData<boolean>;
  notice: LaterData<string>;
  ads: LaterData<{ swiper: Ad[]; square: Ad[]; ranking: Ad[]; popup: Ad[] }>;
  featured: LaterData<Batch>;
  index: LaterData<{ ranking: Video[]; newest: Video[]; ads: Ad[] }>;
}

/** The home tag. When nothing at all comes it says so once, else each part speaks for itself. */
export function HomeSections({ home }: { home: HomeData }) {
  return (
    <>
      <Extra value={home.notice}>
        {(text) => text && <NoticeBar text={text} late={home.notice instanceof Promise} />}
      </Extra>
      <Extra value={home.ads}>{({ popup: [ad] }) => ad && <PopupAd ad={ad} />}</Extra>
      <Later
        value={home.anything}
        skeleton={<SectionsSkeleton />}
        failed={(message) => (
          <>
            <FirstAds home={home} />
            <Failure message={message} />
          </>
        )}
      >
        {() => (
          <>
            <FirstAds home={home} />
            <Sections home={home} />
          </>
        )}
      </Later>
    </>
  );
}

/** How high they are shows when they are there: what stands below comes with them. */
const FirstAds = ({ home }: { home: HomeData }) => (
  <Extra value={home.ads} skeleton={<AdSwiperSkeleton />}>
    {({ swiper, square }) => (
      <>
        <AdSwiper label={texts.home.swiper} ads={swiper} />
        <SquareAds ads={square} />
      </>
    )}
  </Extra>
);

function Sections({ home }: { home: HomeData }) {
  return (
    <div className={styles.sections}>
      <Later value={home.featured} skeleton={<FeaturedSkeleton />}>
        {(batch) => batch.videos.length > 0 && <Featured first={batch} />}
      </Later>
      <RankingAds home={home} turn={0} />
      <Later value={home.index} skeleton={<RankingSkeleton />}>
        {({ ranking, newest, ads }) => (
          <>
            <Ranking videos={ranking} ads={ads} />
            <RankingAds home={home} turn={1} />
            <Newest videos={newest} ads={ads} />
          </>
        )}
      </Later>
    </div>
  );
}

/** The ranking's ads are dealt out to the place above it and the one below. */
function RankingAds({ home, turn }: { home: HomeData; turn: 0 | 1 }) {
  return (
    <Extra value={home.ads}>
      {({ ranking }) => {
        const ads = ranking.filter((_ad, index) => index % 2 === turn);
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
    </Extra>
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
    <div className={styles.sections}>
      <FeaturedSkeleton />
      <RankingSkeleton />
    </div>
  </>
);

/** One tag's videos and nothing else; of the home tag, the pages that follow its sections. */
export function TagList({ tag, list }: { tag: string; list: LaterData<List> }) {
  return (
    <section className={styles.list}>
      {tag === HOME_TAG && <SectionHead title={texts.home.newest} moreType="0" />}
      <VideoList identity={tag} list={list} address={(page) => addressOf({ tag, page })} />
    </section>
  );
}
