import { z } from "zod";
import { read } from "./endpoint.ts";
import { count, flag, nothing, text } from "./scalars.ts";

/** The operator's switches. `previewSeconds` above 0 turns the preview gate on. */
const config = z
  .object({
    showAd: flag,
    showPopup: flag,
    popupContent: text,
    showDarksideAd: flag,
    showMeAd: flag,
    showPaihangAd: flag,
    showPlayAd: flag,
    showRandomAd: flag,
    showSonType: flag,
    showSquareAd: flag,
    showSwiperAd: flag,
    shikan: count,
  })
  .transform((wire) => ({
    ads: {
      hidden: wire.showDarksideAd,
      mine: wire.showMeAd,
      ranking: wire.showPaihangAd,
      play: wire.showPlayAd,
      random: wire.showRandomAd,
      square: wire.showSquareAd,
      swiper: wire.showSwiperAd,
    },
    anyAds: wire.showAd,
    notice: wire.showPopup ? wire.popupContent.trim() : "",
    showSubcategories: wire.showSonType,
    previewSeconds: wire.shikan,
  }));
export type SiteConfig = z.output<typeof config>;

export const siteEndpoints = {
  config: read("/app-api/ajax/getConfig", { body: nothing, send: () => ({}), data: config }),
};
