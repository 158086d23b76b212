import { expect, test } from "vitest";
import { inviterOf } from "./inviter.ts";

test.each([
  ["/?id=83920174", "83920174"],
  ["/?tag=101&id=Ab12", "Ab12"],
  ["/videoinfo?id=100001&share=83920174", "83920174"],
  ["/videoinfo?id=100001", undefined],
  ["/category?id=83920174", undefined],
  ["/?id=", undefined],
  ["/?id=1%202", undefined],
  ["/?id=%3Cscript%3E", undefined],
  [`/?id=${"1".repeat(40)}`, "1".repeat(40)],
  [`/?id=${"1".repeat(41)}`, undefined],
  ["/constructor?=1", undefined],
])("%s was handed on by %s", (address, inviter) => {
  expect(inviterOf(new URL(address, "http://site.test"))).toBe(inviter);
});
