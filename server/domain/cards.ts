import type { Ad, Video } from "../contract/index.ts";
import type { Images } from "../media/images.ts";

/** A video as lists show it; `cover` is a path of this site. */
export interface VideoCard {
  code: string;
  title: string;
  cover: string;
  vip: boolean;
  hot: number;
  duration: string;
}

/** The places where ads are shown; each counts its own clicks. */
export type AdPlace =
  | "random"
  | "square"
  | "ranking"
  | "swiper"
  | "hidden"
  | "mine"
  | "play"
  | "popup";

/** An ad as pages show it; `image` is a path of this site, `url` an http(s) address elsewhere. */
export interface AdCard {
  id: string;
  place: AdPlace;
  title: string;
  image: string;
  url: string;
}

/** What a card needs of a video; a member's records have it too. */
export type Depicted = Pick<Video, keyof VideoCard>;

export const toVideoCard = (video: Depicted, images: Images): VideoCard => ({
  code: video.code,
  title: video.title,
  cover: images.address(video.cover),
  vip: video.vip,
  hot: video.hot,
  duration: video.duration,
});

export const toAdCard = (ad: Ad, place: AdPlace, images: Images): AdCard => ({
  id: ad.id,
  place,
  title: ad.title,
  image: images.address(ad.image),
  url: ad.url,
});
