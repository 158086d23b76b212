import { z } from "zod";
import type { Context } from "../../../../server/context.ts";
import type { ActionResult, FailureReason } from "../../../../server/outcomes/actions.ts";
import { actionFailed, actionInvalid } from "../../../results/action-result.ts";
import { texts } from "../../../texts/index.ts";
import { checkLogin, type LoginFields, readLogin } from "../credential-rules.ts";

type LoginInput = { account: string };
export type LoginResult = ActionResult<null, LoginInput>;

const MINUTE_MS = 60_000;
const SECOND_MS = 1_000;

const form = z.object({
  account: z.string().max(64).catch(""),
  password: z.string().max(128).catch(""),
});

export const accountOf = (request: Request) =>
  form.shape.account.parse(new URL(request.url).searchParams.get("account") ?? "");

/** @returns where to go, or what to answer */
export async function logIn(context: Context, sent: FormData) {
  const given: LoginFields = form.parse(readLogin(sent));
  const input = { account: given.account };
  const errors = checkLogin(given);
  if (errors) return { result: actionInvalid(errors, input), status: 400 };

  const failed = (reason: FailureReason, message: string) =>
    actionFailed({ reason, message }, { input });
  const login = await context.member.logIn(given.account, given.password);
  switch (login.outcome) {
    case "logged-in":
      if (!login.showWarning) return "/#logged-in"; // no failed logins on unknown devices
      context.session.update({ flash: texts.login.warning });
      return "/mine";
    case "refused":
      return { result: failed("refused", login.message || texts.login.failed), status: 200 };
    case "fault":
      return { result: failed("unavailable", ""), status: 502 };
    case "rate-limited": {
      const message = texts.login.tooOften(Math.ceil(login.waitMs / MINUTE_MS));
      const headers = { "retry-after": String(Math.ceil(login.waitMs / SECOND_MS)) };
      return { result: failed("rate-limited", message), status: 429, headers };
    }
  }
}
