import type { FieldErrors } from "../../../../server/domain/actions.ts";
import { texts } from "../../../texts/index.ts";
import { textOf } from "../login/login-rules.ts";

const SHORTEST = 6;
const LONGEST = 12;

export type PasswordField = "oldPassword" | "newPassword" | "confirmPassword";
export type PasswordFields = Record<PasswordField, string>;

export const readPasswords = (form: FormData): PasswordFields => ({
  oldPassword: textOf(form, "oldPassword"),
  newPassword: textOf(form, "newPassword"),
  confirmPassword: textOf(form, "confirmPassword"),
});

const fits = ({ length }: string) => length >= SHORTEST && length <= LONGEST;
const { old, new: fresh, confirm } = texts.password;

const rules: [PasswordField, (form: PasswordFields) => boolean, string][] = [
  ["oldPassword", ({ oldPassword }) => oldPassword !== "", old.required],
  ["newPassword", ({ newPassword }) => newPassword !== "", fresh.required],
  ["newPassword", ({ newPassword }) => fits(newPassword), fresh.length],
  ["confirmPassword", ({ confirmPassword }) => confirmPassword !== "", confirm.required],
  ["confirmPassword", ({ confirmPassword }) => fits(confirmPassword), confirm.length],
  ["confirmPassword", (form) => form.confirmPassword === form.newPassword, confirm.mismatch],
];

export function checkPasswords(form: PasswordFields): FieldErrors | undefined {
  const broken = rules.find(([, holds]) => !holds(form));
  return broken && { [broken[0]]: broken[2] };
}
