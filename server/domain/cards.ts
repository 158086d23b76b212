import type { Ad, Contract, SiteConfig, Video } from "../contract/index.ts";
import type { Images } from "../media/images.ts";
import type { Cacheability } from "../session/anonymous-session.ts";
import type { Client } from "../upstream-client/client.ts";
import { withTimeout } from "../with-timeout.ts";

/** A video as lists show it; `cover` is a path of this site. */
export interface VideoCardData {
  code: string;
  title: string;
  cover: string;
  vip: boolean;
  hot: number;
  duration: string;
}

/** The places where ads are shown; each counts its own clicks. */
type AdPlace = "random" | "square" | "ranking" | "swiper" | "hidden" | "mine" | "play" | "popup";

/** An ad as pages show it; `image` is a path of this site, `url` an http(s) address elsewhere. */
export interface AdCardData {
  id: string;
  place: AdPlace;
  title: string;
  image: string;
  url: string;
}

/** What a card needs of a video; a member's records have it too. */
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

/** The ads that the operator wants shown, by place; a place that is switched off has none. */
export type Ads = Record<AdPlace, AdCardData[]>;

const switchedOn = (config: SiteConfig, place: AdPlace) =>
  config.anyAds && (place === "popup" || config.ads[place]);

/** Two places show an ad only while it is marked active. */
const onlyActive = new Set<AdPlace>(["ranking", "popup"]);

/** Of the popup's ads only the first one counts, shown or not. */
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

/** One page of a list that grows; `page` counts from 1. */
export interface ListPage<Row> {
  page: number;
  rows: Row[];
  last: boolean;
}

export type VideoPage = ListPage<VideoCardData>;

/** What a page of its own needs to show a list: the ads among it, and how many videos the pages before it held. */
export interface VideoListData {
  first: VideoPage;
  ads: AdCardData[];
  before: number;
}

/** What the upstream sent for one page. */
interface Sent {
  items: Video[];
  sent: number;
}

const PAGE_SIZE = 10;
/** In milliseconds: lists do not wait longer for the ads that stand among them. */
const ADS_TIMEOUT_MS = 1_000;

/** Whether a page is the last, by the number of items that the upstream sent: its calls say so in two ways. */
const ends = {
  short: (sent: number) => sent < PAGE_SIZE,
  notExactlyFull: (sent: number) => sent !== PAGE_SIZE,
};

/** How lists of videos are made, the same for all that grow by scrolling. */
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
  /** Whether a page of which so many items were sent is its list's last one. */
  const isLast = (sent: number, end: keyof typeof ends = "short") => ends[end](sent);
  return {
    isLast,
    /** The ads that stand among videos; undefined where they are late. */
    randomAds,
    async page(page: number, source: Promise<Sent>, end?: keyof typeof ends): Promise<VideoPage> {
      const { items, sent } = await source;
      return { page, rows: options.cards(items), last: isLast(sent, end) };
    },
    /** A page with its ads; `pagesBefore` says how many pages of the same list came before it. */
    async withAds(page: Promise<VideoPage>, pagesBefore: number): Promise<VideoListData> {
      const [first, ads] = await Promise.all([page, randomAds()]);
      return { first, ads: ads ?? [], before: pagesBefore * PAGE_SIZE };
    },
  };
}
