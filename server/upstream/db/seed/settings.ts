import type { siteSettings } from "../site-schema.ts";

const PREVIEW_SECONDS = 15;

/** The operator's switches as a new installation has them: everything on. */
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
