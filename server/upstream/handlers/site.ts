import { asc, sql } from "drizzle-orm";
import { type Contract, contract } from "../../contract/index.ts";
import { matching } from "../db/client.ts";
import { feedbackEntries } from "../db/member-schema.ts";
import { ads, siteSettings } from "../db/schema.ts";
import { toAbsolute } from "../domain/addresses.ts";
import { notFound } from "../domain/api-error.ts";
import { conversationOf, sendToOperator } from "../domain/chat.ts";
import { formatShanghaiTime } from "../domain/shanghai-time.ts";
import type { CallContext, Handlers } from "../http/implement.ts";
import { saveUpload } from "../http/uploads.ts";

export const siteHandlers: Handlers<Contract>["site"] = {
  /** According to the contract, missing settings are off. */
  async config(_body, { db }) {
    const rows = await db.select().from(siteSettings);
    return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
  },
};

const adGroups = Object.keys(contract.ads.all.data.in.shape);

export const adHandlers: Handlers<Contract>["ads"] = {
  async all(_body, { db, origin }) {
    const rows = await db.select().from(ads).orderBy(asc(ads.sort), asc(ads.id));
    const shown = rows.map(({ group, id, title, url, image: path, status }) => {
      const image = toAbsolute(path, origin);
      return { group, ad: { id, title, url, h5Url: url, img: image, image, status } };
    });
    const adsIn = (name: string) => shown.flatMap(({ group, ad }) => (group === name ? ad : []));
    return Object.fromEntries(adGroups.map((name) => [name, adsIn(name)]));
  },
};

const countIn =
  (group: string) =>
  async ({ id }: { id: string }, { db }: CallContext) => {
    const unknown = notFound("广告不存在");
    if (!/^\d{1,9}$/.test(id)) throw unknown;
    const [counted] = await db
      .update(ads)
      .set({ clicks: sql`${ads.clicks} + 1` })
      .where(matching(ads, { id: Number(id), group }))
      .returning({ clicks: ads.clicks });
    if (!counted) throw unknown;
    return counted.clicks;
  };

export const adClickHandlers: Handlers<Contract>["adClick"] = {
  random: countIn("randomad"),
  square: countIn("squaread"),
  ranking: countIn("paihang"),
  swiper: countIn("banner"),
  hidden: countIn("darksidead"),
  mine: countIn("user"),
  play: countIn("play"),
  popup: countIn("indexPopupAd"),
};

export const supportHandlers: Handlers<Contract>["support"] = {
  async feedback({ comment_content: content }, { db, member }) {
    await db.insert(feedbackEntries).values({ memberId: member.id, content });
  },

  async messages(_body, { db, member, origin }) {
    return (await conversationOf(db, member.id)).map(({ from, kind, content, sentAt }) => ({
      sendReceive: from === "member" ? "send" : "receive",
      messageType: kind,
      message: kind === "img" ? toAbsolute(content, origin) : content,
      updateTime: formatShanghaiTime(sentAt),
    }));
  },

  sendText: ({ content }, { db, member }) =>
    sendToOperator(db, member.id, { kind: "text", content }),

  async sendPicture({ file }, { db, member, uploads }) {
    const content = await saveUpload(uploads, file);
    await sendToOperator(db, member.id, { kind: "img", content });
  },
};
