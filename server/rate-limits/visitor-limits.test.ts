import { pino } from "pino";
import { expect, test } from "vitest";
import { createCounters } from "./counters.ts";
import { rateLimits } from "./limits.ts";
import { createVisitorLimits, limitCalls, RateLimitError } from "./visitor-limits.ts";

const log = pino({ level: "silent" });
const { visitor: max, address: manyMax } = rateLimits.feedback;

function place() {
  let now = 1_000_000;
  const counters = createCounters(() => now);
  return {
    pass: (ms: number) => {
      now += ms;
    },
    visit: (visitor: string, address = "") =>
      createVisitorLimits({ counters, visitor: () => visitor, address, log }),
  };
}

const times = async (count: number, call: () => Promise<unknown>) => {
  for (let done = 0; done < count; done += 1) await call();
};

test("a visitor may act up to the limit, and again when the window ends", async () => {
  const { visit, pass } = place();
  await times(max, () => visit("a").take("feedback"));
  const limits = visit("a");
  await expect(limits.take("feedback")).rejects.toThrow(/^操作太频繁，请600秒后再试$/);
  expect(limits.rejected).toBeInstanceOf(RateLimitError);
  await visit("b").take("feedback");
  await times(rateLimits.chat.visitor, () => visit("a").take("chat"));
  await visit("a").take("library");
  pass(rateLimits.feedback.windowMs);
  await visit("a").take("feedback");
});

test("an address may act many times as often, for all its visitors together", async () => {
  const { visit } = place();
  let visitors = 0;
  const somebody = () => visit(`visitor-${visitors++}`, "203.0.113.7").take("feedback");
  await times(manyMax, somebody);
  await expect(somebody()).rejects.toThrow(RateLimitError);
  await visit("another", "203.0.113.8").take("feedback");
  await visit("unknown", "").take("feedback");
  for (const { visitor, address } of Object.values(rateLimits)) {
    expect(address / visitor).toBeGreaterThanOrEqual(20);
  }
});

test("a refunded action does not count", async () => {
  const { visit } = place();
  await times(max + 5, async () => (await visit("a").take("feedback"))());
});

test("limited calls run up to the limit, and others always", async () => {
  const beforeCall = limitCalls(place().visit("a"));
  await times(max, () => beforeCall("support.feedback"));
  await expect(beforeCall("support.feedback")).rejects.toThrow(RateLimitError);
  await beforeCall("support.messages");
  await beforeCall("member.login");
});

test.each([
  ["purchase.buy", "buy"],
  ["wallet.pay", "pay"],
  ["wallet.withdraw", "withdraw"],
  ["member.changePassword", "password"],
  ["support.feedback", "feedback"],
] as const)("%s has its own limit", async (call, name) => {
  const beforeCall = limitCalls(place().visit("a"));
  await times(rateLimits[name].visitor, () => beforeCall(call));
  await expect(beforeCall(call)).rejects.toThrow(RateLimitError);
});
