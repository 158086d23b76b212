import { withTimeout } from "../concurrency/with-timeout.ts";
import type { Ad, Contract, SiteConfig, Video } from "../contract/index.ts";
import type { Images } from "../media/images.ts";
import type { Cacheability } from "../outcomes/defer-after.ts";
import type { Client } from "../upstream-client/client.ts";

/** A video in a list; `cover` is a path on this site. */
export interface VideoCardData {
  code: string;
  title: string;
  cover: string;
  vip: boolean;
  hot: number;
  duration: string;
}

/** Ad placements; each has its own click counter. */
type AdPlace = "random" | "square" | "ranking" | "swiper" | "hidden" | "mine" | "play" | "popup";

/** An ad on a page; `image` is a path on this site, `url` an external http(s) address. */
export interface AdCardData {
  id: string;
  place: AdPlace;
  title: string;
  image: string;
  url: string;
}

/** The fields of a video that a card needs; a member's records have them, too. */
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

/** Visible ads by placement; empty for a placement that is switched off. */
export type Ads = Record<AdPlace, AdCardData[]>;

const switchedOn = (config: SiteConfig, place: AdPlace) =>
  config.anyAds && (place === "popup" || config.ads[place]);

/** Placements that show only ads marked active. */
const onlyActive = new Set<AdPlace>(["ranking", "popup"]);

/** Of the popup's ads only the first one is considered, visible or not. */
const candidates = (ads: Ad[], place: AdPlace) => (place === "popup" ? ads.slice(0, 1) : ads);

export async function visibleAds(api: Client<Contract>, images: Images): Promise<Ads> {
  const [config, all] = await Promise.all([api.site.config(), api.ads.all()]);
  const places = Object.keys(all) as AdPlace[];
  const shown = places.map((place) => {
    const ads = switchedOn(config, place)
      ? candidates(all[place], place).filter(
          (ad) => /^https?:/i.test(ad.url) && (ad.active || !onlyActive.has(place)),
        )
      : [];
    return [place, ads.map((ad) => toAdCard(ad, place, images))];
  });
  return Object.fromEntries(shown) as Ads;
}

/** One page of an infinite list; `page` counts from 1. */
export interface ListPage<Row> {
  page: number;
  rows: Row[];
  last: boolean;
}

export type VideoPage = ListPage<VideoCardData>;

/** A list for a route: its ads, and the number of videos on earlier pages. */
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
/** In milliseconds: lists do not wait longer for their ads. */
const ADS_TIMEOUT_MS = 1_000;

/** Whether a page is the last, by the number of items that the upstream sent; its calls differ in this. */
const ends = {
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
  const isLast = (sent: number, end: keyof typeof ends = "short") => ends[end](sent);
  return {
    isLast,
    /** Ads between videos; undefined if they are late. */
    randomAds,
    async page(page: number, source: Promise<Sent>, end?: keyof typeof ends): Promise<VideoPage> {
      const { items, sent } = await source;
      return { page, rows: options.cards(items), last: isLast(sent, end) };
    },
    /** A page with its ads; `pagesBefore` is the number of earlier pages of the list. */
    async withAds(page: Promise<VideoPage>, pagesBefore: number): Promise<VideoListData> {
      const [first, ads] = await Promise.all([page, randomAds()]);
      return { first, ads: ads ?? [], before: pagesBefore * PAGE_SIZE };
    },
  };
}
