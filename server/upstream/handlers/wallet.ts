import type { walletEndpoints } from "../../contract/wallet.ts";
import { withdrawals } from "../db/ledger-schema.ts";
import { channels, chosenChannel, chosenCoins, chosenPlan, coinOptions } from "../domain/goods.ts";
import { serialNumber, withLockedAccount } from "../domain/ledger.ts";
import { createOrder } from "../domain/orders.ts";
import { coinRecords, rechargeRecords, withdrawalRecords } from "../domain/wallet-records.ts";
import { ApiError, badRequest, forbidden } from "../http/api-error.ts";
import type { Handlers } from "../http/implement.ts";

const FEN_PER_YUAN = 100;
const VIP = 2;
const recordsOf = [rechargeRecords, coinRecords, withdrawalRecords] as const;

export const walletHandlers: Handlers<{ wallet: typeof walletEndpoints }>["wallet"] = {
  goods() {
    return {
      payList: channels,
      optionList: coinOptions.map(({ coins, price }, index) => ({
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
    const product = wanted.typesOf === VIP ? chosenPlan(wanted) : chosenCoins(wanted);
    const channel = chosenChannel(wanted.type, wanted.payChannel);
    const order = await createOrder(db, member, { ...product, channel });
    return JSON.stringify({ payurl: `${origin}/cashier/${order.id}` });
  },

  async withdraw({ imgurl, index, money }, { db, member }) {
    const amount = Number(money);
    if (!Number.isInteger(amount) || amount <= 0) throw badRequest("请输入金额");
    return withLockedAccount(db, member.id, async (account) => {
      const available = account.member.balance / FEN_PER_YUAN;
      if (amount > available) throw new ApiError(2002, `可提现金额为${available}元，暂时无法提现`);
      if (imgurl.trim() === "") throw badRequest("请上传收款码");
      const number = serialNumber("TX", account.now);
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

  records({ index }, { db, member }) {
    return recordsOf[index](db, member);
  },
};
