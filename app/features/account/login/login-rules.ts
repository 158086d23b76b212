import type { FieldErrors } from "../../../../server/domain/actions.ts";
import { texts } from "../../../texts/index.ts";

export const loginIntents = { logIn: "login", asGuest: "guest" } as const;

export type LoginFields = Record<"account" | "password", string>;

/** '' for a file or a field that is missing. */
export const textOf = (form: FormData, field: string) => {
  const value = form.get(field);
  return typeof value === "string" ? value : "";
};

/** Accounts have no blanks around them, whatever was pasted; a password may. */
export const readLogin = (form: FormData): LoginFields => ({
  account: textOf(form, "account").trim(),
  password: textOf(form, "password"),
});

/** The first thing that is wrong, undefined for nothing; the same in the browser and on the server. */
export function checkLogin({ account, password }: LoginFields): FieldErrors | undefined {
  if (account === "") return { account: texts.login.account.placeholder };
  if (password === "") return { password: texts.login.password.placeholder };
  return undefined;
}
