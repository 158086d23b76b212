import { expect, test } from "vitest";
import { amountOf, withdrawalErrors, withdrawalWarning } from "./withdrawal-rules.ts";

test.each([
  ["50", 50],
  [" 50 ", 50],
  ["0.01", 0.01],
  ["12.5", 12.5],
  ["５０", 50],
  ["007", 7],
])("%o is an amount", (text, amount) => {
  expect(amountOf(text)).toBe(amount);
  expect(withdrawalErrors(text)).toEqual({});
});

test.each([
  "",
  "  ",
  "0",
  "0.00",
  "-1",
  "abc",
  "1e3",
  "1,000",
  "1.234",
  "Infinity",
  "1".repeat(10),
])("%o is not an amount: 请输入金额", (text) => {
  expect(amountOf(text)).toBeUndefined();
  expect(withdrawalErrors(text)).toEqual({ amount: "请输入金额" });
});

test("a missing collection code is a warning", () => {
  expect(withdrawalWarning("")).toBe("请上传收款码");
  expect(withdrawalWarning("reference")).toBeUndefined();
});
