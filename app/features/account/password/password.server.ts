import type { Context } from "../../../../server/context.ts";
import { actionFailed, actionInvalid } from "../../../results/action-result.ts";
import { texts } from "../../../texts/index.ts";
import { checkPasswords, readPasswords } from "../credential-rules.ts";

/** Null for members who have chosen a password: the upstream returns only generated ones. */
export async function guestCredentials(context: Context) {
  const { username, temporaryPassword } = await context.member.profile();
  if (temporaryPassword === "") return null;
  const address = `${context.origin}/login?account=${encodeURIComponent(username)}`;
  return { username, password: temporaryPassword, address };
}

export type GuestCredentials = NonNullable<Awaited<ReturnType<typeof guestCredentials>>>;

export async function changePassword(context: Context, sent: FormData) {
  const given = readPasswords(sent);
  const errors = checkPasswords(given);
  if (errors) return { result: actionInvalid(errors), status: 400 };

  const { oldPassword, newPassword } = given;
  const change = await context.attempt(
    "password.change",
    context.member
      .credentials()
      .then(({ memberCode }) =>
        context.api.member.changePassword({ memberCode, oldPassword, newPassword }),
      ),
  );
  if (change.ok) {
    context.member.logOut();
    return undefined;
  }
  if (change.reason === "unavailable") return { result: actionFailed(change), status: 502 };
  return { result: actionFailed(change, { otherwise: texts.password.failed }), status: 200 };
}
