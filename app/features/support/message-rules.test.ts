import { expect, test } from "vitest";
import { feedbackErrors, messageProblem } from "./message-rules.ts";

test("a blank text is refused", () => {
  for (const blank of ["", "  ", "\n\t"]) {
    expect(feedbackErrors(blank)).toEqual({ text: "请填写留言" });
    expect(messageProblem(blank)).toBe("请输入内容");
  }
});

test("500 characters are allowed, and a line break counts as one", () => {
  expect(messageProblem("海".repeat(500))).toBe("");
  expect(messageProblem("海".repeat(501))).toBe("内容不能超过500字");
  expect(feedbackErrors("海\r\n".repeat(250))).toEqual({});
  expect(feedbackErrors("海\r\n".repeat(251))).toEqual({ text: "留言不能超过500字" });
});
