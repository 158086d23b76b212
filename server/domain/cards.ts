import { withTimeout } from "../concurrency/with-timeout.ts";
import type { Ad, Contract, SiteConfig, Video } from "../contract/index.ts";
import type { Images } from "../media/images.ts";
import type { Cacheability } from "../outcomes/defer-after.ts";
import type { Client } from "../upstream-client/client.ts";

/** `cover` is a path on this site. */
export type VideoCardData = Pick<Video, "code" | "title" | "cover" | "vip" | "hot" | "duration">;

/** The upstream counts clicks separately for each. */
type AdPlace = "random" | "square" | "ranking" | "swiper" | "hidden" | "mine" | "play" | "popup";

/** `image` is a path on this site, `url` an external http(s) address. */
export type AdCardData = Pick<Ad, "id" | "title" | "image" | "url"> & { place: AdPlace };

export type CardInput = Pick<Video, keyof VideoCardData>;

export function toVideoCard(video: CardInput, images: Images): VideoCardData {
  const { code, title, cover, vip, hot, duration } = video;
  return { code, title, cover: images.address(cover), vip, hot, duration };
}

function toAdCard({ id, title, image, url }: Ad, place: AdPlace, images: Images): AdCardData {
  return { id, place, title, image: images.movingAddress(image), url };
}

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
