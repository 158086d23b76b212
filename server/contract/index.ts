import { adClickEndpoints, adsEndpoints } from "./ads.ts";
import { categoryEndpoints } from "./category.ts";
import { memberEndpoints } from "./member.ts";
import { siteEndpoints } from "./site.ts";
import { videoEndpoints } from "./video.ts";

/** Everything the upstream promises. The API client has the same shape: `api.video.detail(code)`. */
export const contract = {
  ads: adsEndpoints,
  adClick: adClickEndpoints,
  category: categoryEndpoints,
  member: memberEndpoints,
  site: siteEndpoints,
  video: videoEndpoints,
};
export type Contract = typeof contract;
export type { Ad } from "./ads.ts";
export type { Category } from "./category.ts";
export type { Identity, Profile } from "./member.ts";
export type { SiteConfig } from "./site.ts";
export type { Danmu, Episode, Source, Video } from "./video.ts";
