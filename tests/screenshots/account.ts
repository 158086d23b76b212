import type { Page } from "playwright/test";
import { accountOf } from "../support/members/accounts.ts";
import { giveCoins } from "../support/members/playback.ts";
import { givePast } from "./account-past.ts";
import { at, type Screen, type Visit } from "./screen.ts";

const paths = {
  mine: "/mine",
  favourites: "/collengt",
  history: "/history",
  login: "/login",
  password: "/setpaw",
  settings: "/centersetting",
  profile: "/setinfo",
  vip: "/vip",
  pay: "/pay",
  funds: "/agent",
  withdrawal: "/tx",
  records: "/order",
  sign: "/sign",
  share: "/share",
  invited: "/codelist",
  feedback: "/feed",
  chat: "/service",
};

/** Somebody with a past here, and a VIP. */
async function known({ richMember, member, db }: Visit, nickname?: string) {
  await richMember();
  const { code } = await member();
  await givePast(db, code, nickname);
  return code;
}

/** What such a member meets. */
const knownAt = (
  name: string,
  path: string,
  meet: (visit: Visit) => Promise<unknown> = async () => undefined,
) =>
  ({
    name,
    open: async (visit) => {
      await known(visit);
      await visit.page.goto(path, { waitUntil: "networkidle" });
      await meet(visit);
    },
  }) satisfies Screen;

const tap = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name, exact: true }).first().tap();
const tapping = (name: string, path: string, button: string | RegExp) =>
  knownAt(name, path, ({ page }) => tap(page, button));

const inEveryState = Object.entries(paths).flatMap(([name, path]): Screen[] => [
  knownAt(name, path),
  at(`${name}-guest`, path),
  {
    name: `${name}-stuck`,
    world: "stuck",
    open: ({ page }) => page.goto(path, { waitUntil: "commit" }),
  },
  at(`${name}-down`, path, { world: "down" }),
]);

const forms: Screen[] = [
  tapping("login-wrong", "/login", "登录"),
  knownAt("login-refused", "/login", async ({ page }) => {
    await page.getByLabel("账号").fill("nobody");
    await page.getByLabel("密码", { exact: true }).fill("nothing-99");
    await tap(page, "登录");
    await page.getByRole("alert").first().waitFor();
  }),
  tapping("password-wrong", "/setpaw", "保存"),
  knownAt("profile-wrong", "/setinfo", async ({ page }) => {
    await page.getByLabel("昵称").fill("长".repeat(21));
    await tap(page, "保存");
  }),
  tapping("profile-saved", "/setinfo", "保存"),
  tapping("withdrawal-wrong", "/tx", "确认提现"),
  knownAt("withdrawal-refused", "/tx", async ({ page }) => {
    await page.getByLabel("提现金额").fill("50");
    await tap(page, "确认提现");
    await page.getByRole("alert").first().waitFor();
  }),
  tapping("feedback-wrong", "/feed", "提交"),
  tapping("chat-wrong", "/service", "发送"),
  knownAt("pay-free-amount", "/pay", async ({ page }) => {
    await page.getByPlaceholder("请输入金额").fill("88");
  }),
  knownAt("pay-wrong", "/pay", async ({ page }) => {
    await page.getByPlaceholder("请输入金额").focus();
    await tap(page, "立即充值");
  }),
];

const answers: Screen[] = [
  tapping("sign-done", "/sign", "立即签到"),
  tapping("sign-claimed", "/sign", "待领取"),
  tapping("favourites-asked", "/collengt", "清空收藏"),
  knownAt("favourites-cleared", "/collengt", async ({ page }) => {
    await tap(page, "清空收藏");
    await tap(page, "确定");
  }),
  tapping("history-asked", "/history", "清空历史"),
  tapping("settings-cleared", "/centersetting", /^清除缓存/),
  tapping("share-copied", "/share", "复制链接"),
  tapping("cashier", "/vip", "立即开通"),
  knownAt("password-shown", "/setpaw", ({ page }) => page.getByText("显示", { exact: true }).tap()),
];

const others: Screen[] = [
  knownAt("records-coins", "/order?index=1"),
  knownAt("records-withdrawals", "/order?index=2"),
  at("records-coins-guest", "/order?index=1"),
  ...["/mine", "/pay"].map((path) => ({
    name: `${path.slice(1)}-odd`,
    open: async (visit: Visit) => {
      const code = await known(visit, "名字特别长的会员海边的风与夜晚的灯塔");
      await giveCoins(visit.db, code, 12_345_678);
      await visit.page.goto(path);
    },
  })),
  {
    name: "mine-nameless",
    open: async (visit) => {
      await known(visit, "");
      await visit.page.goto("/mine");
    },
  },
  {
    name: "session-ended",
    open: async (visit) => {
      await visit.page.goto("/mine");
      const { code } = await visit.member();
      await (await accountOf(visit.db, code)).end.elsewhere();
      // the screen leads on after three seconds
      await visit.page.clock.install();
      await visit.page.goto("/sign");
    },
  },
];

export const accountScreens: Screen[] = [...inEveryState, ...forms, ...answers, ...others];
