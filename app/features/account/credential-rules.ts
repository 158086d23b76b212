import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from "../../../server/contract/rules.ts";
import type { FieldErrors } from "../../../server/outcomes/actions.ts";
import { texts } from "../../texts/index.ts";

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

export type PasswordField = "oldPassword" | "newPassword" | "confirmPassword";
type PasswordFields = Record<PasswordField, string>;

export const readPasswords = (form: FormData): PasswordFields => ({
  oldPassword: textOf(form, "oldPassword"),
  newPassword: textOf(form, "newPassword"),
  confirmPassword: textOf(form, "confirmPassword"),
});

const LONGEST = 128; // of what is sent
const fits = ({ length }: string) => length >= SHORTEST_PASSWORD && length <= LONGEST_PASSWORD;
const { old, new: fresh, confirm } = texts.password;

const rules: [PasswordField, (form: PasswordFields) => boolean, string][] = [
  ["oldPassword", ({ oldPassword: { length } }) => length > 0 && length <= LONGEST, old.required],
  ["newPassword", ({ newPassword }) => newPassword !== "", fresh.required],
  ["newPassword", ({ newPassword }) => fits(newPassword), fresh.length],
  ["confirmPassword", ({ confirmPassword }) => confirmPassword !== "", confirm.required],
  ["confirmPassword", ({ confirmPassword }) => fits(confirmPassword), confirm.length],
  ["confirmPassword", (form) => form.confirmPassword === form.newPassword, confirm.mismatch],
];

export function checkPasswords(form: PasswordFields): FieldErrors | undefined {
  const brokenRule = rules.find(([, holds]) => !holds(form));
  return brokenRule && { [brokenRule[0]]: brokenRule[2] };
}
