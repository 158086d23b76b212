import { texts } from "../../../texts/index.ts";
import { textOf, type Wrong } from "./wrong.ts";

export type LoginField = "account" | "password";
export type LoginForm = Record<LoginField, string>;

/** Accounts have no blanks around them, whatever was pasted; a password may. */
export const readLogin = (form: FormData): LoginForm => ({
  account: textOf(form, "account").trim(),
  password: textOf(form, "password"),
});

export function checkLogin({ account, password }: LoginForm): Wrong<LoginField> | undefined {
  if (account === "") return { field: "account", message: texts.login.account.placeholder };
  if (password === "") return { field: "password", message: texts.login.password.placeholder };
  return undefined;
}
