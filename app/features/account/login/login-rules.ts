import type { FieldErrors } from "../../../../server/outcomes/actions.ts";
import { texts } from "../../../texts/index.ts";

export const loginIntents = { logIn: "login", asGuest: "guest" } as const;

export type LoginFields = Record<"account" | "password", string>;

export const textOf = (form: FormData, field: string) => {
  const value = form.get(field);
  return typeof value === "string" ? value : "";
};

export const readLogin = (form: FormData): LoginFields => ({
  account: textOf(form, "account").trim(),
  password: textOf(form, "password"),
});

export function checkLogin({ account, password }: LoginFields): FieldErrors | undefined {
  if (account === "") return { account: texts.login.account.placeholder };
  if (password === "") return { password: texts.login.password.placeholder };
  return undefined;
}
