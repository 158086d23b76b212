import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { startAnsweringUpstream } from "../../tests/support/servers/answering-upstream.ts";
import { createAttempt } from "../outcomes/actions.ts";
import { rateLimits } from "../rate-limits/limits.ts";
import { createVisitorLimits, RateLimitError } from "../rate-limits/visitor-limits.ts";
import { SessionEndedError } from "../upstream-client/errors.ts";
import { analyticsScript, createMemberSession, type MemberSession } from "./member.ts";
import { openSession } from "./session.ts";

test("the member's id is escaped and inserted into the analytics script's address", () => {
  expect(analyticsScript("https://stats.example/s.js?u={h5Uuid}", "a b&c")).toBe(
    "https://stats.example/s.js?u=a%20b%26c",
  );
});

test("without a script or an id, no analytics script is loaded", () => {
  expect(analyticsScript(undefined, "id")).toBeUndefined();
  expect(analyticsScript("https://stats.example/s.js", "")).toBeUndefined();
});

/** A visitor with this token; '' for an unregistered visitor. */
async function visitorWith(token: string) {
  const upstream = await startAnsweringUpstream();
  onTestFinished(upstream.stop);
  const { services } = upstream;
  const { sealer, counters, guests, images, loginLimits } = services;
  const session = openSession({}, { sealer, secure: false });
  if (token) session.update({ credentials: { token, memberCode: "1" }, guest: "1" });
  const log = pino({ level: "silent" });
  const visitor = () => session.device;
  const member: MemberSession = createMemberSession({
    visit: {
      session,
      limits: createVisitorLimits({ counters, visitor, address: "", log }),
      choices: { ageGateClosed: false, blursCovers: false },
      mayRegister: true,
      method: "GET",
      url: new URL("http://site.test/"),
      address: "",
    },
    guests,
    images,
    api: () => services.connect(member),
    attempt: createAttempt(log),
    loginLimits,
    counters,
    analyticsUrl: undefined,
  });
  return { upstream, session, member };
}

test("a device that has registered too often or was signed out is not registered again", async () => {
  const { upstream, session, member } = await visitorWith("");
  const { visitor: max, windowMs } = rateLimits.guest;
  await upstream.services.counters.add(`guest:visitor:${session.device}`, max, windowMs);
  await expect(member.credentials()).rejects.toThrow(RateLimitError);
  session.update({ ended: { reason: "expired", ofGuest: true, told: true } });
  await expect(member.credentials()).rejects.toThrow(SessionEndedError);
  expect(upstream.asked).toEqual([]);
});

test("a response to a call with an old token does not end the newer session", async () => {
  const { session, member } = await visitorWith("new");
  member.sessionEnded?.("expired", { token: "old", memberCode: "1" });
  expect(session.credentials?.token).toBe("new");
  expect(member.ended, "this request's own calls have failed").toBe("expired");

  member.sessionEnded?.("elsewhere", { token: "new", memberCode: "1" });
  expect(session.credentials).toBeUndefined();
  expect(session.ended).toEqual({ reason: "elsewhere", ofGuest: true, told: false });
});
