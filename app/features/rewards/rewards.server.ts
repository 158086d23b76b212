import type { Context } from "../../../server/context.ts";
import type { ActionResult, Attempt } from "../../../server/outcomes/actions.ts";
import { actionDone, actionFailed, handleIntent } from "../../results/action-result.ts";
import { texts } from "../../texts/index.ts";
import { checkInsAt, rewardAfter, rewardText } from "./streak.ts";

export type TaskResult = ActionResult<{ message: string; firstTime: boolean }>;

const DONE_BEFORE_CODE = "500";

async function checkIns({ api, attempt }: Context, now = Date.now()) {
  const [dates, count] = await Promise.all([
    attempt("checkedDates", api.rewards.checkedDates()),
    attempt("streak", api.rewards.streak()),
  ]);
  if (!dates.ok && !count.ok) throw new Error("neither check-in dates nor streak could be loaded");
  return checkInsAt(now, dates.ok ? dates.data : {}, count.ok ? count.data : 0);
}

export async function taskCentre(context: Context) {
  const [{ code, coins }, streak] = await Promise.all([
    context.member.profile(),
    checkIns(context),
  ]);
  return { member: code, coins, checkIns: streak };
}

async function checkIn(context: Context): Promise<TaskResult> {
  const outcome = await context.attempt("checkIn", sendCheckIn(context));
  if (outcome.ok) return doneNow(texts.rewards.got(rewardText(outcome.data)));
  return failedOrDone(outcome, texts.rewards.already);
}

/** The server decides the date and the reward, never the browser. */
async function sendCheckIn(context: Context) {
  const { today, before } = await checkIns(context);
  const reward = rewardAfter(before);
  await context.api.rewards.checkIn({ ...reward, date: today });
  return reward;
}

async function claimDailyLogin({ api, attempt }: Context): Promise<TaskResult> {
  const outcome = await attempt("claimDailyLogin", api.rewards.claimDailyLogin());
  if (outcome.ok) return doneNow(texts.rewards.claimedNow);
  return failedOrDone({ ...outcome, message: "" }, texts.rewards.loggedInBefore);
}

async function claimWatching({ api, attempt }: Context): Promise<TaskResult> {
  const outcome = await attempt("claimWatching", api.rewards.claimWatching());
  if (!outcome.ok) return failedOrDone(outcome, texts.rewards.watchedBefore);
  if (outcome.data) return doneNow(texts.rewards.claimedNow);
  return actionFailed({ reason: "refused", message: texts.rewards.notWatched });
}

const doneNow = (message: string) => actionDone({ message, firstTime: true });

function failedOrDone(outcome: Attempt<unknown> & { ok: false }, doneBefore: string): TaskResult {
  if (outcome.code !== DONE_BEFORE_CODE) return actionFailed(outcome);
  return actionDone({ message: outcome.message || doneBefore, firstTime: false });
}

const tasks = (context: Context) => ({
  checkIn: () => checkIn(context),
  dailyLogin: () => claimDailyLogin(context),
  watching: () => claimWatching(context),
});
export type TaskIntent = keyof ReturnType<typeof tasks>;

export const doDailyTask = async (context: Context, request: Request) =>
  handleIntent(await context.formDataOf(request), tasks(context));
