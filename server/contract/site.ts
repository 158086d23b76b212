import { z } from "zod";
import { onlyCode, read, withoutBody, write } from "./endpoint.ts";
import {
  address,
  count,
  fileUpload,
  flag,
  identifier,
  list,
  moment,
  plainText,
  previewLength,
  renamed,
  text,
} from "./scalars.ts";

/** The operator's settings. `previewSeconds` above 0 enables the preview gate. */
const config = renamed({
  anyAds: ["showAd", flag],
  hasNotice: ["showPopup", flag],
  notice: ["popupContent", plainText],
  hidden: ["showDarksideAd", flag],
  mine: ["showMeAd", flag],
  ranking: ["showPaihangAd", flag],
  play: ["showPlayAd", flag],
  random: ["showRandomAd", flag],
  showSubcategories: ["showSonType", flag],
  square: ["showSquareAd", flag],
  swiper: ["showSwiperAd", flag],
  previewSeconds: ["shikan", previewLength],
}).transform(({ anyAds, hasNotice, notice, showSubcategories, previewSeconds, ...ads }) => ({
  ...{ ads, anyAds, showSubcategories, previewSeconds },
  notice: hasNotice ? notice.trim() : "",
}));
export type SiteConfig = z.output<typeof config>;

export const siteEndpoints = {
  config: read("/app-api/ajax/getConfig", { ...withoutBody, data: config }),
};

/** An advertisement or banner; `url` is '' if it has no valid target. */
const ad = z
  .object({
    id: identifier,
    url: address,
    h5Url: address,
    img: address,
    image: address,
    title: plainText,
    status: count,
  })
  .transform((wire) => ({
    id: wire.id,
    url: wire.h5Url || wire.url,
    image: wire.image || wire.img,
    title: wire.title,
    active: wire.status === 1,
  }));
export type Ad = z.output<typeof ad>;

const countClick = (path: `/${string}`) =>
  write(path, {
    body: z.object({ id: z.string() }),
    toBody: (id: string) => ({ id }),
    data: count,
    encrypted: true,
  });

export const adsEndpoints = {
  all: read("/app-api/ajax/guanggao", {
    ...withoutBody,
    data: renamed(
      {
        random: ["randomad", list(ad)],
        popup: ["indexPopupAd", list(ad)],
        play: ["play", list(ad)],
        swiper: ["banner", list(ad)],
        mine: ["user", list(ad)],
        square: ["squaread", list(ad)],
        hidden: ["darksidead", list(ad)],
        ranking: ["paihang", list(ad)],
      },
      { fenlei: list(ad) },
    ),
  }),
};

/** One call per placement; returns the new count. */
export const adClickEndpoints = {
  random: countClick("/renren-api/api/member/randomAdClickCount"),
  square: countClick("/renren-api/api/member/squareAdClickCount"),
  ranking: countClick("/renren-api/api/member/paihangAdClickCount"),
  swiper: countClick("/renren-api/api/member/swiperAdClickCount"),
  hidden: countClick("/renren-api/api/member/darkSideAdClickCount"),
  mine: countClick("/renren-api/api/member/meAdClickCount"),
  play: countClick("/renren-api/api/member/playAdClickCount"),
  popup: countClick("/renren-api/api/member/indexAdClickCount"),
};

const message = z
  .object({ sendReceive: text, messageType: text, message: text, updateTime: moment })
  .transform((wire) => ({
    received: wire.sendReceive === "receive",
    kind: wire.messageType === "img" ? ("image" as const) : ("text" as const),
    content: wire.message,
    sentAt: wire.updateTime,
  }));
export type ChatMessage = z.output<typeof message>;

export const supportEndpoints = {
  feedback: write("/app-api/member/saveEntity", {
    body: z.object({ comment_content: z.string().min(1).max(4_000) }),
    toBody: (text: string) => ({ comment_content: text }),
    ...onlyCode,
  }),
  /** Oldest first. */
  messages: read("/renren-api/api/chatim/list", {
    ...withoutBody,
    method: "GET",
    data: list(message),
    member: true,
  }),
  sendText: write("/renren-api/api/chatim/send", {
    body: z.object({ content: z.string().min(1).max(2_000) }),
    toBody: (content: string) => ({ content }),
    ...onlyCode,
  }),
  sendPicture: write("/renren-api/api/chatim/sendPic", {
    encoding: "form",
    body: fileUpload,
    toBody: (file: File) => ({ file }),
    ...onlyCode,
  }),
};
