import { and, eq } from "drizzle-orm";
import type { Contract } from "../../contract/index.ts";
import { EPISODE_PRICE } from "../../contract/rules.ts";
import { type Database, insertOnce, matching } from "../db/client.ts";
import { purchases, withdrawals } from "../db/member-schema.ts";
import { episodes, videos } from "../db/schema.ts";
import { ApiError, badRequest, forbidden, notFound } from "../domain/api-error.ts";
import { createSerialNumber, recordLists, withLockedAccount } from "../domain/ledger.ts";
import { FEN_PER_YUAN } from "../domain/members.ts";
import * as orders from "../domain/orders.ts";
import type { Handlers } from "../http/implement.ts";

/** `typesOf` in a payment. */
const VIP = 2;

export const walletHandlers: Handlers<Contract>["wallet"] = {
  goods() {
    return {
      payList: orders.channels,
      optionList: orders.coinOptions.map(({ coins, price }, index) => ({
        id: index + 1,
        commoditySpecification: String(coins),
        commodityToSort: index + 1,
        duration: 0,
        price,
        status: 1,
        time: "",
        type: 1,
      })),
    };
  },

  async pay(wanted, { db, member, origin }) {
    if (wanted.userId !== member.code) throw forbidden("只能为自己的账号充值");
    const product = wanted.typesOf === VIP ? orders.checkPlan(wanted) : orders.checkCoins(wanted);
    const channel = orders.checkChannel(wanted.type, wanted.payChannel);
    const order = await orders.createOrder(db, member, { ...product, channel });
    return JSON.stringify({ payurl: `${origin}/cashier/${order.id}` });
  },

  async withdraw({ imgurl, index, money }, { db, member }) {
    const amount = Number(money);
    if (!Number.isInteger(amount) || amount <= 0) throw badRequest("请输入金额");
    return withLockedAccount(db, member.id, async (account) => {
      const available = account.member.balance / FEN_PER_YUAN;
      if (amount > available) throw new ApiError(2002, `可提现金额为${available}元，暂时无法提现`);
      if (imgurl.trim() === "") throw badRequest("请上传收款码");
      const number = createSerialNumber("TX", account.now);
      await account.move({
        unit: "balance",
        amount: -amount * FEN_PER_YUAN,
        reason: "withdrawal",
        number,
        note: "提现",
      });
      await account.tx.insert(withdrawals).values({
        number,
        memberId: member.id,
        amount,
        method: index,
        codeImage: imgurl,
        createdAt: account.now,
      });
      return "提现申请已提交，请等待审核";
    });
  },

  records: ({ index }, { db, member }) => recordLists[index](db, member),
};

const isId = (value: number) => Number.isInteger(value) && value > 0 && value < 2 ** 31;

async function findEpisode(db: Database, videoCode: number, id: number) {
  const [found] =
    isId(videoCode) && isId(id)
      ? await db
          .select({ title: videos.title, name: episodes.name, episode: episodes.sort })
          .from(episodes)
          .innerJoin(videos, eq(videos.code, episodes.videoCode))
          .where(and(matching(episodes, { id, videoCode }), eq(videos.withdrawn, false)))
      : [];
  if (!found) throw notFound("视频不存在或已下架");
  return found;
}

export const purchaseHandlers: Handlers<Contract>["purchase"] = {
  async ownership({ cartoonCode, moviesInfoId }, { db, member, boughtMark }) {
    const { episode } = await findEpisode(db, cartoonCode, moviesInfoId);
    const purchase = { memberId: member.id, videoCode: cartoonCode, episode };
    const isOwned = (await db.$count(purchases, matching(purchases, purchase))) > 0;
    return isOwned ? boughtMark : "";
  },

  async buy({ cartoonCode, moviesInfoId }, { db, member }) {
    const { title, name, episode } = await findEpisode(db, cartoonCode, moviesInfoId);
    await withLockedAccount(db, member.id, async ({ tx, now, move }) => {
      const row = { memberId: member.id, videoCode: cartoonCode, episode, createdAt: now };
      if (!(await insertOnce(tx, purchases, row))) return;
      const note = `购买《${title}》${name}`;
      await move({ unit: "coins", amount: -EPISODE_PRICE, reason: "purchase", note });
    });
  },
};
