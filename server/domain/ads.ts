import type { Ad, Contract, SiteConfig } from "../contract/index.ts";
import type { Images } from "../media/images.ts";
import type { Client } from "../upstream-client/client.ts";
import { type AdCardData, type AdPlace, toAdCard } from "./cards.ts";

/** The ads that the operator wants shown, by place; a place that is switched off has none. */
export type Ads = Record<AdPlace, AdCardData[]>;

const switchedOn = (config: SiteConfig, place: AdPlace) =>
  config.anyAds && (place === "popup" || config.ads[place]);

/** Two places show an ad only while it is marked active. */
const onlyActive = new Set<AdPlace>(["ranking", "popup"]);

/** Of the popup's ads only the first one counts, shown or not. */
const candidates = (ads: Ad[], place: AdPlace) => (place === "popup" ? ads.slice(0, 1) : ads);

export async function visibleAds(api: Client<Contract>, images: Images): Promise<Ads> {
  const [config, all] = await Promise.all([api.site.config(), api.ads.all()]);
  const places = Object.keys(all) as AdPlace[];
  const shown = places.map((place) => {
    const ads = switchedOn(config, place)
      ? candidates(all[place], place).filter(
          (ad) => /^https?:/i.test(ad.url) && (ad.active || !onlyActive.has(place)),
        )
      : [];
    return [place, ads.map((ad) => toAdCard(ad, place, images))];
  });
  return Object.fromEntries(shown) as Ads;
}
