import { adClickEndpoints, adsEndpoints } from "./ads.ts";
import { catalogueEndpoints } from "./catalogue.ts";
import { categoryEndpoints } from "./category.ts";
import { inviteEndpoints } from "./invite.ts";
import { libraryEndpoints } from "./library.ts";
import { memberEndpoints } from "./member.ts";
import { purchaseEndpoints } from "./purchase.ts";
import { rewardsEndpoints } from "./rewards.ts";
import { siteEndpoints } from "./site.ts";
import { supportEndpoints } from "./support.ts";
import { videoEndpoints } from "./video.ts";
import { walletEndpoints } from "./wallet.ts";

/** Everything the upstream promises. The API client has the same shape: `api.video.detail(code)`. */
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
export type { Ad } from "./ads.ts";
export type { HiddenShelf as Shelf } from "./catalogue.ts";
export type { Category } from "./category.ts";
export type { InvitedMember } from "./invite.ts";
export type { LibraryRecord, RecordInput } from "./library.ts";
export type { Identity, Profile } from "./member.ts";
export type { EpisodeRef } from "./purchase.ts";
export type { SiteConfig } from "./site.ts";
export type { ChatMessage } from "./support.ts";
export type { Danmu, Video } from "./video.ts";
export type { LedgerRow, Payment, PayOption } from "./wallet.ts";
