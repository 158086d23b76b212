import type { Contract } from "../../contract/index.ts";
import type { Handlers } from "../http/implement.ts";
import { catalogueHandlers, categoryHandlers, videoHandlers } from "./catalogue.ts";
import { libraryHandlers } from "./library.ts";
import { memberHandlers } from "./member.ts";
import { inviteHandlers, rewardsHandlers } from "./rewards.ts";
import { adClickHandlers, adHandlers, siteHandlers, supportHandlers } from "./site.ts";
import { purchaseHandlers, walletHandlers } from "./wallet.ts";

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
