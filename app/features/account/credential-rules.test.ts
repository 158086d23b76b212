import { expect, test } from "vitest";
import { loginTable, passwordTable } from "../../../tests/support/members/form-tables.ts";
import { checkLogin, checkPasswords, readLogin, readPasswords } from "./credential-rules.ts";

const formOf = (fields: Record<string, string>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
};

const expected = (field = "", message?: string) => message && { [field]: message };

test.each(loginTable)("a login with $case: $message", ({ fields, field, message }) => {
  expect(checkLogin(readLogin(formOf(fields)))).toEqual(expected(field, message));
});

test.each(passwordTable)("a new password with $case: $message", ({ fields, field, message }) => {
  expect(checkPasswords(readPasswords(formOf(fields)))).toEqual(expected(field, message));
});

test("a file or a missing field counts as empty", () => {
  const form = formOf({});
  form.set("account", new File(["x"], "x"));
  expect(readLogin(form)).toEqual({ account: "", password: "" });
});
