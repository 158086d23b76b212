import { artPath } from "../../http/addresses.ts";
import { type Art, adCovers, adStrips, banners } from "../../media/demo-media.ts";
import type { ads, siteSettings } from "../schema.ts";

type NewAd = typeof ads.$inferInsert;

const some = (list: readonly Art[], start: number, count: number) =>
  [...list, ...list].slice(start, start + count);

/** Pictures for each group, by the names of the `guanggao` call: covers between cards, strips across a page. */
const groups: Record<string, readonly Art[]> = {
  banner: banners,
  randomad: adCovers,
  indexPopupAd: some(adCovers, 3, 1),
  fenlei: some(adCovers, 1, 1),
  squaread: some(adStrips, 0, 1),
  play: some(adStrips, 3, 1),
  user: some(adStrips, 4, 1),
  paihang: some(adStrips, 1, 1),
  darksidead: some(adStrips, 2, 1),
};

export function seedAds(): NewAd[] {
  return Object.entries(groups).flatMap(([group, pictures]) =>
    pictures.map(({ file, title, subtitle }, sort) => ({
      group,
      sort,
      title: group === "banner" ? title : `${title}：${subtitle}`,
      url: `https://example.com/${file.replace(/^[a-z]+-|\.webp$/g, "")}`,
      image: artPath(file),
    })),
  );
}

const PREVIEW_SECONDS = 15;

/** The settings of a new installation: everything on. */
export function seedSettings(): (typeof siteSettings.$inferInsert)[] {
  const on = [
    "showAd",
    "showPopup",
    "showDarksideAd",
    "showMeAd",
    "showPaihangAd",
    "showPlayAd",
    "showRandomAd",
    "showSonType",
    "showSquareAd",
    "showSwiperAd",
  ];
  return [
    ...on.map((key) => ({ key, value: true })),
    { key: "popupContent", value: "每周五晚八点更新，新一季《山海》已上线" },
    { key: "shikan", value: PREVIEW_SECONDS },
  ];
}
