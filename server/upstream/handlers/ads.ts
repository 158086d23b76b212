import { asc } from "drizzle-orm";
import type { adsEndpoints } from "../../contract/ads.ts";
import { ads } from "../db/site-schema.ts";
import type { Handlers } from "../http/implement.ts";
import { absolute } from "../http/origin.ts";

export const adHandlers: Handlers<{ ads: typeof adsEndpoints }>["ads"] = {
  async all(_body, { db, origin }) {
    const rows = await db.select().from(ads).orderBy(asc(ads.sort), asc(ads.id));
    const group = (name: string) =>
      rows
        .filter((row) => row.group === name)
        .map(({ id, title, url, image, status }) => ({
          id,
          title,
          url,
          h5Url: url,
          img: absolute(image, origin),
          image: absolute(image, origin),
          status,
        }));
    return {
      randomad: group("randomad"),
      indexPopupAd: group("indexPopupAd"),
      play: group("play"),
      banner: group("banner"),
      user: group("user"),
      squaread: group("squaread"),
      darksidead: group("darksidead"),
      fenlei: group("fenlei"),
      paihang: group("paihang"),
    };
  },
};
