import type { Video } from "../contract/index.ts";
import type { Cacheability } from "../session/document-note.ts";
import type { Ads } from "./ads.ts";
import type { AdCardData, VideoCardData } from "./cards.ts";
import { within } from "./within.ts";

/** One page of a list of videos; `page` counts from 1. */
export interface VideoPage {
  page: number;
  rows: VideoCardData[];
  last: boolean;
}

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
const PATIENCE_WITH_ADS = 1_000;

/** By the number of items that the upstream sent (upstream contract, settled point 3). */
const ends = {
  short: (sent: number) => sent < PAGE_SIZE,
  notExactlyFull: (sent: number) => sent !== PAGE_SIZE,
};

/** How lists of videos are made, the same for all that grow by scrolling. */
export function createLists(options: {
  cards: (videos: Video[]) => VideoCardData[];
  ads: () => Promise<Ads>;
  note: Cacheability;
}) {
  async function randomAds(): Promise<AdCardData[]> {
    const arrived = await within(options.ads(), PATIENCE_WITH_ADS).catch(() => undefined);
    if (!arrived) options.note.incomplete = true;
    return arrived?.random ?? [];
  }
  /** Whether a page of which so many items were sent is its list's last one. */
  const isLast = (sent: number, end: keyof typeof ends = "short") => ends[end](sent);
  return {
    isLast,
    /** The ads that stand among videos; none rather than late. */
    randomAds,
    async page(page: number, source: Promise<Sent>, end?: keyof typeof ends): Promise<VideoPage> {
      const { items, sent } = await source;
      return { page, rows: options.cards(items), last: isLast(sent, end) };
    },
    /** A page with its ads; `pagesBefore` says how many pages of the same list came before it. */
    async withAds(page: Promise<VideoPage>, pagesBefore: number): Promise<VideoListData> {
      const [first, ads] = await Promise.all([page, randomAds()]);
      return { first, ads, before: pagesBefore * PAGE_SIZE };
    },
  };
}
