import { withTimeout } from "../concurrency/with-timeout.ts";
import type { Ad, Contract, SiteConfig, Video } from "../contract/index.ts";
import type { Images } from "../media/images.ts";
import type { Cacheability } from "../outcomes/defer-after.ts";
import type { Client } from "../upstream-client/client.ts";

/** `cover` is a path on this site. */
export interface VideoCardData {
  code: string;
  title: string;
  cover: string;
  vip: boolean;
  hot: number;
  duration: string;
}

/** The upstream counts clicks separately for each. */
type AdPlace = "random" | "square" | "ranking" | "swiper" | "hidden" | "mine" | "play" | "popup";

/** `image` is a path on this site, `url` an external http(s) address. */
export interface AdCardData {
  id: string;
  place: AdPlace;
  title: string;
  image: string;
  url: string;
}

export type CardInput = Pick<Video, keyof VideoCardData>;

export const toVideoCard = (video: CardInput, images: Images): VideoCardData => ({
  code: video.code,
  title: video.title,
  cover: images.address(video.cover),
  vip: video.vip,
  hot: video.hot,
  duration: video.duration,
});

const toAdCard = (ad: Ad, place: AdPlace, images: Images): AdCardData => ({
  id: ad.id,
  place,
  title: ad.title,
  image: images.movingAddress(ad.image),
  url: ad.url,
});

/** The list of a place is empty if the operator has switched it off. */
export type Ads = Record<AdPlace, AdCardData[]>;

const isSwitchedOn = (config: SiteConfig, place: AdPlace) =>
  config.anyAds && (place === "popup" || config.ads[place]);

const onlyActive = new Set<AdPlace>(["ranking", "popup"]);

/** For the popup only the first ad counts: if that cannot be shown, none is. */
const candidatesFor = (ads: Ad[], place: AdPlace) => (place === "popup" ? ads.slice(0, 1) : ads);

export async function visibleAds(api: Client<Contract>, images: Images): Promise<Ads> {
  const [config, all] = await Promise.all([api.site.config(), api.ads.all()]);
  const places = Object.keys(all) as AdPlace[];
  const shown = places.map((place) => {
    const ads = isSwitchedOn(config, place)
      ? candidatesFor(all[place], place).filter(
          (ad) => /^https?:/i.test(ad.url) && (ad.active || !onlyActive.has(place)),
        )
      : [];
    return [place, ads.map((ad) => toAdCard(ad, place, images))];
  });
  return Object.fromEntries(shown) as Ads;
}

export interface ListPage<Row> {
  page: number;
  rows: Row[];
  last: boolean;
}

export type VideoPage = ListPage<VideoCardData>;

export interface VideoListData {
  first: VideoPage;
  ads: AdCardData[];
  before: number;
}

interface Sent {
  items: Video[];
  sent: number;
}

const PAGE_SIZE = 10;
const ADS_TIMEOUT_MS = 1_000;

/** How the upstream's calls mark their last page, by the number of items sent. */
const isEnd = {
  short: (sent: number) => sent < PAGE_SIZE,
  notExactlyFull: (sent: number) => sent !== PAGE_SIZE,
};

export function createLists(options: {
  cards: (videos: Video[]) => VideoCardData[];
  ads: () => Promise<Ads>;
  cacheability: Cacheability;
}) {
  async function randomAds(): Promise<AdCardData[] | undefined> {
    const arrived = await withTimeout(options.ads(), ADS_TIMEOUT_MS).catch(() => undefined);
    if (!arrived) options.cacheability.incomplete = true;
    return arrived?.random;
  }
  const isLast = (sent: number, end: keyof typeof isEnd = "short") => isEnd[end](sent);
  return {
    isLast,
    /** Undefined if they are late or the call fails. */
    randomAds,
    async page(page: number, source: Promise<Sent>, end?: keyof typeof isEnd): Promise<VideoPage> {
      const { items, sent } = await source;
      return { page, rows: options.cards(items), last: isLast(sent, end) };
    },
    async withAds(page: Promise<VideoPage>, pagesBefore: number): Promise<VideoListData> {
      const [first, ads] = await Promise.all([page, randomAds()]);
      return { first, ads: ads ?? [], before: pagesBefore * PAGE_SIZE };
    },
  };
}
