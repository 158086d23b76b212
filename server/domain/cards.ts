import type { Ad, Video } from "../contract/index.ts";
import type { Images } from "../media/images.ts";

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
export interface AdCardData {
  id: string;
  place: AdPlace;
  title: string;
  image: string;
  url: string;
}

/** What a card needs of a video; a member's records have it too. */
export type Depicted = Pick<Video, keyof VideoCardData>;

export const toVideoCard = (video: Depicted, images: Images): VideoCardData => ({
  code: video.code,
  title: video.title,
  cover: images.address(video.cover),
  vip: video.vip,
  hot: video.hot,
  duration: video.duration,
});

export const toAdCard = (ad: Ad, place: AdPlace, images: Images): AdCardData => ({
  id: ad.id,
  place,
  title: ad.title,
  image: images.address(ad.image),
  url: ad.url,
});
