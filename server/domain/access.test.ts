import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startAnsweringUpstream } from "../../tests/support/servers/answering-upstream.ts";
import { openSession, type Session } from "../session/session.ts";
import { SessionEndedError, UpstreamRefusal } from "../upstream-client/errors.ts";
import { type Access, createAccess } from "./access.ts";

const MARK = "已购买";
const episode = { video: "130001", episode: "7" };
const CONFIG = "/app-api/ajax/getConfig";
const PROFILE = "/app-api/member/getEntityByCode";
const OWNERSHIP = "/app-api/cartoon/lookOk";
const BUY = "/app-api/cartoon/buy";
const bought = () => upstream.asked.filter((path) => path === BUY).length;

let upstream: Awaited<ReturnType<typeof startAnsweringUpstream>>;
beforeAll(async () => {
  upstream = await startAnsweringUpstream({ boughtMark: MARK });
});
afterAll(() => upstream.stop());
beforeEach(() => {
  upstream.asked.length = 0;
  upstream.answers = {
    [CONFIG]: { code: 0, data: { shikan: 15 } },
    [PROFILE]: { code: 0, data: { memberCode: "1", memberCion: 1 } },
    [OWNERSHIP]: { code: 0, data: "" },
  };
});

/** A member's access; if the code is '', that of a visitor without a member. */
function accessOf(memberCode = "1", ended?: Session["ended"]): Access {
  const { sealer, boughtMark, purchases } = upstream.services;
  const session = openSession({}, { sealer, secure: false });
  session.update({ credentials: memberCode ? { token: "t", memberCode } : undefined, ended });
  const credentials = async () => {
    if (session.ended) throw new SessionEndedError(session.ended.reason);
    return session.credentials ?? { token: "new", memberCode: "new" };
  };
  const api = upstream.services.connect({ credentials });
  const member = { credentials, profile: () => api.member.profile(memberCode) };
  return createAccess({ api, session, member, boughtMark, purchases });
}

test("an episode's owner gets all of it, and the grant names the owner", async () => {
  upstream.answers[OWNERSHIP] = { code: 0, data: MARK };
  expect(await accessOf().grantFor(episode)).toEqual({ preview: null, member: "1" });
});

test.each(["", `未${MARK}`, `${MARK}过`, MARK.slice(0, -1), ` ${MARK}`])(
  "%j does not mean that an episode was bought",
  async (data) => {
    upstream.answers[OWNERSHIP] = { code: 0, data };
    expect(await accessOf().grantFor(episode)).toEqual({ preview: 15 });
  },
);

test.each([404, 500, 2001])(
  "a refusal with code %i means that nothing was bought",
  async (code) => {
    upstream.answers[OWNERSHIP] = { code, msg: MARK, data: MARK };
    expect(await accessOf().grantFor(episode)).toEqual({ preview: 15 });
  },
);

test("without an answer it is unknown whether an episode was bought", async () => {
  delete upstream.answers[OWNERSHIP];
  await expect(accessOf().grantFor(episode)).rejects.toThrow("purchase.ownership");
});

test("an unregistered visitor gets the default grant, without an upstream call", async () => {
  upstream.answers[OWNERSHIP] = { code: 0, data: MARK };
  expect(await accessOf("").grantFor(episode)).toEqual({ preview: 15 });
});

test("access is unknown after a sign-out until the visitor chooses how to continue", async () => {
  const ended = { reason: "elsewhere", ofGuest: false, told: true } as const;
  await expect(accessOf("", ended).grantFor(episode)).rejects.toThrow(SessionEndedError);
});

test("a double tap buys once, two members buy separately, and another episode is another purchase", async () => {
  upstream.answers[BUY] = { code: 0 };
  const one = accessOf();
  await Promise.all([one.buy(episode), accessOf().buy(episode)]);
  expect(bought()).toBe(1);
  await Promise.all([one.buy(episode), accessOf("2").buy(episode)]);
  expect(bought()).toBe(3);
  await Promise.all([one.buy(episode), one.buy({ ...episode, episode: "8" })]);
  expect(bought()).toBe(5);
});

test("coins are insufficient by the upstream's code or by the member's balance", async () => {
  const refused = (code: string) => accessOf().tooFewCoins(new UpstreamRefusal(code, ""));
  expect([await refused("2001"), await refused("500")]).toEqual([true, true]);
  upstream.answers[PROFILE] = { code: 0, data: { memberCode: "1", memberCion: 2 } };
  expect([await refused("2001"), await refused("500")]).toEqual([true, false]);
  delete upstream.answers[PROFILE];
  expect(await refused("500")).toBe(false);
});
