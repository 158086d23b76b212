import { z } from "zod/v4";
import type { Context } from "../../../../server/context.ts";
import { texts } from "../../../texts/index.ts";
import type { Wrong } from "../login/wrong.ts";
import {
  checkPasswords,
  type PasswordField,
  type PasswordForm,
  readPasswords,
} from "./password-rules.ts";

/** What a device needs to let a guest in who was made on another one. */
export interface GuestCredentials {
  username: string;
  password: string;
  /** Where to log in, with the account filled in. */
  address: string;
}

/** What the page says to a change that did not come about. */
export interface PasswordAnswer {
  wrong?: Wrong<PasswordField>;
  message?: string;
}

interface Refusal {
  answer: PasswordAnswer;
  status: number;
}

const sentText = z.string().max(128).catch("");
const form = z.object({
  oldPassword: sentText,
  newPassword: z.string(),
  confirmPassword: z.string(),
});

/** Null for a member who has chosen a password, which the upstream does not tell. */
export async function guestCredentials(context: Context): Promise<GuestCredentials | null> {
  const { username, temporaryPassword } = await context.member.profile();
  if (temporaryPassword === "") return null;
  const address = `${context.origin}/login?account=${encodeURIComponent(username)}`;
  return { username, password: temporaryPassword, address };
}

/** Undefined when the password is changed; nobody is signed in then. */
export async function changePassword(
  context: Context,
  sent: FormData,
): Promise<Refusal | undefined> {
  const given: PasswordForm = form.parse(readPasswords(sent));
  const wrong = checkPasswords(given);
  if (wrong) return { answer: { wrong }, status: 400 };

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
  if (!change.refused) return { answer: { message: texts.network }, status: 502 };
  return { answer: { message: change.message || texts.password.failed }, status: 200 };
}
