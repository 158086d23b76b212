import { expect, test } from "vitest";
import { readAmount } from "./amount.ts";

test.each([
  ["10", 10, undefined],
  ["5000", 5000, undefined],
  [" 88 ", 88, undefined],
  ["１００", 100, undefined],
  ["100.0", 100, undefined],
  ["9", 10, "最低充值金额为10，已自动修改"],
  ["9.99", 10, "最低充值金额为10，已自动修改"],
  ["0", 10, "最低充值金额为10，已自动修改"],
  ["-50", 10, "最低充值金额为10，已自动修改"],
  ["5001", 5000, "最高充值金额为5000"],
  ["5000.01", 5000, "最高充值金额为5000"],
  ["9".repeat(400), 5000, "最高充值金额为5000"],
  ["10.5", 10, "充值金额须为整数，已自动修改"],
  ["", undefined, "请输入金额"],
  ["abc", undefined, "请输入金额"],
  ["1e3", undefined, "请输入金额"],
  ["0x20", undefined, "请输入金额"],
])("%j is read as %s", (written, amount, message) => {
  expect(readAmount(written)).toEqual({
    ...(amount !== undefined && { amount }),
    ...(message !== undefined && { message }),
  });
});
