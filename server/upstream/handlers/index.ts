import type { Contract } from "../../contract/index.ts";
import type { Handlers } from "../implement.ts";
import { adClickHandlers } from "./ad-click.ts";
import { adHandlers } from "./ads.ts";
import { categoryHandlers } from "./category.ts";
import { memberHandlers } from "./member.ts";
import { siteHandlers } from "./site.ts";
import { videoHandlers } from "./video.ts";

/** The whole contract, implemented. One file for each of the contract's. */
export const handlers: Handlers<Contract> = {
  ads: adHandlers,
  adClick: adClickHandlers,
  category: categoryHandlers,
  member: memberHandlers,
  site: siteHandlers,
  video: videoHandlers,
};
