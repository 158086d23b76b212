import { catalogueEndpoints, categoryEndpoints } from "./catalogue.ts";
import { libraryEndpoints } from "./library.ts";
import { inviteEndpoints, memberEndpoints } from "./member.ts";
import { rewardsEndpoints } from "./rewards.ts";
import { adClickEndpoints, adsEndpoints, siteEndpoints, supportEndpoints } from "./site.ts";
import { videoEndpoints } from "./video.ts";
import { purchaseEndpoints, walletEndpoints } from "./wallet.ts";

/** The upstream's API. The client has the same shape: `api.video.detail(code)`. */
export const contract = {
  ads: adsEndpoints,
  adClick: adClickEndpoints,
  catalogue: catalogueEndpoints,
  category: categoryEndpoints,
  invite: inviteEndpoints,
  library: libraryEndpoints,
  member: memberEndpoints,
  purchase: purchaseEndpoints,
  rewards: rewardsEndpoints,
  site: siteEndpoints,
  support: supportEndpoints,
  video: videoEndpoints,
  wallet: walletEndpoints,
};
export type Contract = typeof contract;
export type { Category, HiddenShelf as Shelf } from "./catalogue.ts";
export type { LibraryRecord, RecordInput } from "./library.ts";
export type { Identity, InvitedMember, Profile } from "./member.ts";
export type { Ad, ChatMessage, SiteConfig } from "./site.ts";
export type { Danmu, Video } from "./video.ts";
export type { EpisodeRef, LedgerRow, Payment, PayOption } from "./wallet.ts";
