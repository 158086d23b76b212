import { expect, test } from "vitest";
import { profileErrors, tidyProfile } from "./profile-rules.ts";

const fine = { nickname: "海边的风", signature: "" };

test.each([
  ["a nickname of one letter", { nickname: "风" }, {}],
  ["a nickname of twenty", { nickname: "风".repeat(20) }, {}],
  ["twenty emoji", { nickname: "🍊".repeat(20) }, {}],
  ["a signature of a hundred", { signature: "好".repeat(100) }, {}],
  ["no nickname", { nickname: "" }, { nickname: "请输入昵称" }],
  ["a blank nickname", { nickname: " \u3000 " }, { nickname: "请输入昵称" }],
  ["a nickname of twenty-one", { nickname: "风".repeat(21) }, { nickname: "昵称不能超过20个字" }],
  [
    "a signature of a hundred and one",
    { signature: "好".repeat(101) },
    { signature: "个性签名不能超过100个字" },
  ],
])("%s", (_name, fields, errors) => {
  expect(profileErrors({ ...fine, ...fields })).toEqual(errors);
});

test("surrounding whitespace is trimmed and form line breaks are normalised", () => {
  expect(tidyProfile({ nickname: "  海边\n的 风 ", signature: " 一\r\n二 " })).toEqual({
    nickname: "海边 的 风",
    signature: "一\n二",
  });
});
