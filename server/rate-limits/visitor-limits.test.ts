import { pino } from "pino";
import { expect, test } from "vitest";
import { createCounters } from "./counters.ts";
import { rateLimits } from "./limits.ts";
import { createVisitorLimits, limitCalls, RateLimitError } from "./visitor-limits.ts";

const log = pino({ level: "silent" });
const { visitor: max, address: addressMax } = rateLimits.feedback;

function visits() {
  let now = 1_000_000;
  const counters = createCounters(() => now);
  return {
    advance: (ms: number) => {
      now += ms;
    },
    visit: (visitor: string, address = "") =>
      createVisitorLimits({ counters, visitor: () => visitor, address, log }),
  };
}

const times = async (count: number, call: () => Promise<unknown>) => {
  for (let done = 0; done < count; done += 1) await call();
};

test("a visitor may act up to the limit, and again after the window", async () => {
  const { visit, advance } = visits();
  await times(max, () => visit("a").take("feedback"));
  const limits = visit("a");
  await expect(limits.take("feedback")).rejects.toThrow(/^操作太频繁，请600秒后再试$/);
  expect(limits.rejected).toBeInstanceOf(RateLimitError);
  await visit("b").take("feedback");
  await times(rateLimits.chat.visitor, () => visit("a").take("chat"));
  await visit("a").take("library");
  advance(rateLimits.feedback.windowMs);
  await visit("a").take("feedback");
});

test("all visitors of one address together may act many times as often as one visitor", async () => {
  const { visit } = visits();
  let visitors = 0;
  const somebody = () => visit(`visitor-${visitors++}`, "203.0.113.7").take("feedback");
  await times(addressMax, somebody);
  await expect(somebody()).rejects.toThrow(RateLimitError);
  await visit("another", "203.0.113.8").take("feedback");
  await visit("unknown", "").take("feedback");
  for (const { visitor, address } of Object.values(rateLimits)) {
    expect(address / visitor).toBeGreaterThanOrEqual(20);
  }
});

test("a refunded action does not count", async () => {
  const { visit } = visits();
  await times(max + 5, async () => (await visit("a").take("feedback"))());
});

test("calls with a limit run up to the limit, others always", async () => {
  const beforeCall = limitCalls(visits().visit("a"));
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
  const beforeCall = limitCalls(visits().visit("a"));
  await times(rateLimits[name].visitor, () => beforeCall(call));
  await expect(beforeCall(call)).rejects.toThrow(RateLimitError);
});
