import type { Contract } from "../../contract/index.ts";
import type { Handlers } from "../http/implement.ts";
import { adClickHandlers } from "./ad-click.ts";
import { adHandlers } from "./ads.ts";
import { catalogueHandlers } from "./catalogue.ts";
import { categoryHandlers } from "./category.ts";
import { inviteHandlers } from "./invite.ts";
import { libraryHandlers } from "./library.ts";
import { memberHandlers } from "./member.ts";
import { purchaseHandlers } from "./purchase.ts";
import { rewardsHandlers } from "./rewards.ts";
import { siteHandlers } from "./site.ts";
import { supportHandlers } from "./support.ts";
import { videoHandlers } from "./video.ts";
import { walletHandlers } from "./wallet.ts";

/** The whole contract, implemented. One file for each of the contract's. */
export const handlers: Handlers<Contract> = {
  ads: adHandlers,
  adClick: adClickHandlers,
  catalogue: catalogueHandlers,
  category: categoryHandlers,
  invite: inviteHandlers,
  library: libraryHandlers,
  member: memberHandlers,
  purchase: purchaseHandlers,
  rewards: rewardsHandlers,
  site: siteHandlers,
  support: supportHandlers,
  video: videoHandlers,
  wallet: walletHandlers,
};
