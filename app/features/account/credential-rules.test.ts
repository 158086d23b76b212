import { expect, test } from "vitest";
import { loginTable, passwordTable } from "../../../tests/support/members/form-tables.ts";
import { checkLogin, checkPasswords, readLogin, readPasswords } from "./credential-rules.ts";

const formOf = (fields: Record<string, string>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
};

const expected = (field = "", says?: string) => says && { [field]: says };

test.each(loginTable)("a login with $case: $says", ({ fields, field, says }) => {
  expect(checkLogin(readLogin(formOf(fields)))).toEqual(expected(field, says));
});

test.each(passwordTable)("a new password with $case: $says", ({ fields, field, says }) => {
  expect(checkPasswords(readPasswords(formOf(fields)))).toEqual(expected(field, says));
});

test("files and missing fields count as empty", () => {
  const form = formOf({});
  form.set("account", new File(["x"], "x"));
  expect(readLogin(form)).toEqual({ account: "", password: "" });
});
