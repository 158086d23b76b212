import { z } from "zod/v4";
import type { Context } from "../../../server/context.ts";
import type { Attempt } from "../../../server/domain/attempt.ts";
import { texts } from "../../texts/index.ts";
import { rewardText } from "./reward-text.ts";
import { checkInsAt, rewardAfter } from "./streak.ts";

/** What came of a tap, and what the visitor is told. */
export interface Told {
  ok: boolean;
  message: string;
  /** Whether it is done for this day, now or before. */
  done: boolean;
}

/** The upstream's code for what was done before. */
const BEFORE = "500";

/** Either of the two calls is enough to know a streak. */
async function checkIns({ api, attempt }: Context, now = Date.now()) {
  const [dates, count] = await Promise.all([
    attempt("checkedDates", api.rewards.checkedDates()),
    attempt("streak", api.rewards.streak()),
  ]);
  if (!dates.ok && !count.ok) throw new Error("neither dates nor count of the check-ins came");
  return checkInsAt(now, dates.ok ? dates.data : {}, count.ok ? count.data : 0);
}

/** Who the member is, what it has, and how it stands with checking in. */
export async function taskCentre(context: Context) {
  const [{ code, coins }, known] = await Promise.all([context.member.profile(), checkIns(context)]);
  return { member: code, coins, checkIns: known };
}

async function checkIn(context: Context): Promise<Told> {
  const outcome = await context.attempt("checkIn", rewarded(context));
  if (outcome.ok) return told(texts.rewards.got(rewardText(outcome.data)));
  return missed(outcome, texts.rewards.already);
}

/** Date and reward are worked out here: what the browser sends decides nothing. */
async function rewarded(context: Context) {
  const { today, before } = await checkIns(context);
  const reward = rewardAfter(before);
  await context.api.rewards.checkIn({ ...reward, date: today });
  return reward;
}

async function claimDailyLogin({ api, attempt }: Context): Promise<Told> {
  const outcome = await attempt("claimDailyLogin", api.rewards.claimDailyLogin());
  if (outcome.ok) return told(texts.rewards.claimedNow);
  return missed({ ...outcome, message: "" }, texts.rewards.loggedInBefore);
}

async function claimWatching({ api, attempt }: Context): Promise<Told> {
  const outcome = await attempt("claimWatching", api.rewards.claimWatching());
  if (!outcome.ok) return missed(outcome, texts.rewards.watchedBefore);
  if (outcome.data) return told(texts.rewards.claimedNow);
  return { ok: false, message: texts.rewards.notWatched, done: false };
}

const told = (message: string): Told => ({ ok: true, message, done: true });

function missed(outcome: Attempt<unknown> & { ok: false }, before: string): Told {
  const done = outcome.code === BEFORE;
  return { ok: false, message: outcome.message || (done ? before : texts.network), done };
}

const deeds = { checkIn, dailyLogin: claimDailyLogin, watching: claimWatching };
export type Deed = keyof typeof deeds;

const form = z.object({ deed: z.enum(["checkIn", "dailyLogin", "watching"]) });

/** Does what was tapped. */
export async function fulfil(context: Context, request: Request) {
  const { data } = form.safeParse(Object.fromEntries(await request.formData()));
  if (!data) throw new Response(null, { status: 400 });
  return deeds[data.deed](context);
}
