import { eq } from "drizzle-orm";
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from "vitest";
import { members } from "../../../server/upstream/db/schema.ts";
import { registerDevice } from "../../../server/upstream/testing/device.ts";
import { codeOf, memberCount } from "../../support/members/accounts.ts";
import { sendForm } from "../../support/members/forms.ts";
import { openVideo } from "../../support/members/playback.ts";
import { startWatchedUpstream } from "../../support/servers/recording-upstream.ts";
import { startSite, type Visitor } from "../../support/servers/site.ts";
import { siteForThisFile } from "../../support/servers/site-for-file.ts";

const running = siteForThisFile();
const BIND = "/renren-api/api/member/bindInviteCode";

let watched: Awaited<ReturnType<typeof startWatchedUpstream>>;
let site: Awaited<ReturnType<typeof startSite>>;
let inviter: Awaited<ReturnType<typeof registerDevice>>;
let bindsBefore = 0;
let number = 0;

beforeAll(async () => {
  watched = await startWatchedUpstream(running.upstream.url);
  site = await startSite({ ...running.upstream.forSite, url: watched.url }, { trustProxy: 1 });
});
afterAll(async () => {
  await site.stop();
  await watched.stop();
});
beforeEach(async () => {
  number += 1;
  inviter = await registerDevice(running.upstream, `inviting-device-${number}`);
  bindsBefore = watched.count(BIND);
});

const binds = () => watched.count(BIND) - bindsBefore;

const invited = async () => {
  const answer = await inviter.send<{ list: unknown[] }>(
    "/renren-api/api/member/listInvitePaging",
    { currentPage: 1, parentId: inviter.code },
  );
  return answer.data.list.length;
};

/** The inviter's VIP days that are left, rounded. */
const vipDays = async () => {
  const { vipUntil } = await inviter.stored();
  return vipUntil ? Math.round((vipUntil.getTime() - Date.now()) / 86_400_000) : 0;
};

/** One new member is the inviter's guest, who gained a day of it, and was bound once. */
const expectBound = async (members: number) =>
  expect({
    members: await memberCount(running.upstream.db),
    invited: await invited(),
    vipDays: await vipDays(),
    binds: binds(),
  }).toEqual({ members, invited: 1, vipDays: 1, binds: 1 });

const sessionOf = ({ cookies }: Visitor) => {
  const sealed = cookies.get("visitor") ?? cookies.get("newcomer") ?? "";
  return JSON.parse(site.services.sealer.open("session", sealed) ?? "{}");
};
const inviterIn = (visitor: Visitor) => sessionOf(visitor).invitation?.inviter;

const realNow = Date.now.bind(Date);
let passed = 0;
afterEach(() => {
  passed = 0;
  vi.restoreAllMocks();
});

const later = (seconds: number) => {
  passed += seconds * 1_000;
  vi.spyOn(Date, "now").mockImplementation(() => realNow() + passed);
};

/** The player's report, from a network. */
const report = (visitor: Visitor, seconds: number, address = "") =>
  sendForm(
    visitor,
    "/playback",
    { video: "130001", seconds: String(seconds) },
    address ? { "x-forwarded-for": address } : {},
  );

async function watchAMinute(visitor: Visitor) {
  later(60);
  expect((await report(visitor, 60)).status).toBe(204);
}

describe("a new visitor by somebody's link", () => {
  test.each([
    ["of the home page", (code: string) => `/?id=${code}`],
    ["of a video", (code: string) => `/videoinfo?id=130001&share=${code}`],
  ])(
    "%s becomes that member's guest, who gains a day of VIP after a minute of watching",
    async (_what, link) => {
      const before = await memberCount(running.upstream.db);
      const visitor = site.visit();
      await visitor.read(link(inviter.code));
      expect(await memberCount(running.upstream.db)).toBe(before);
      expect(inviterIn(visitor)).toBe(inviter.code);

      await codeOf(visitor);
      expect([await invited(), await vipDays(), binds()]).toEqual([0, 0, 0]);
      await watchAMinute(visitor);
      await expectBound(before + 1);
      expect(inviterIn(visitor)).toBeUndefined();
      await report(visitor, 60);
      expect(binds()).toBe(1);
    },
  );

  test("is not bound by reports of a minute that has not passed, or was not watched", async () => {
    const visitor = site.visit();
    await visitor.read(`/?id=${inviter.code}`);
    await codeOf(visitor);
    for (let sent = 0; sent < 10; sent += 1) await report(visitor, 60);
    later(600);
    await report(visitor, 15);
    expect([binds(), inviterIn(visitor)]).toEqual([0, inviter.code]);
    later(45);
    await report(visitor, 45);
    expect([binds(), inviterIn(visitor)]).toEqual([1, undefined]);
  });

  test("is not bound before the visitor has said to be of age", async () => {
    const visitor = site.visit();
    await visitor.read(`/?id=${inviter.code}`);
    visitor.cookies.delete("adult");
    await watchAMinute(visitor);
    expect([binds(), inviterIn(visitor)]).toEqual([0, inviter.code]);
  });

  test("brings nothing by visits alone, however many, and a few times a day from one network", async () => {
    const farm = Array.from({ length: 12 }, () => site.visit());
    for (const visitor of farm) {
      await visitor.read(`/?id=${inviter.code}`);
      await codeOf(visitor);
    }
    expect([await invited(), await vipDays()]).toEqual([0, 0]);
    later(60);
    for (const visitor of farm) await report(visitor, 60, "2001:db8:5:6::1");
    expect([await invited(), await vipDays()]).toEqual([3, 3]);
    const elsewhere = site.visit();
    await elsewhere.read(`/?id=${inviter.code}`);
    await codeOf(elsewhere);
    later(60);
    await report(elsewhere, 60, "2001:db8:5:6:7::1");
    expect(await invited()).toBe(3);
    await report(elsewhere, 60, "2001:db8:5:7::1");
    expect(await invited()).toBe(4);
  });

  test("is bound once where everything is asked for at the same time", async () => {
    const before = await memberCount(running.upstream.db);
    const visitor = site.visit();
    await visitor.read(`/?id=${inviter.code}`);
    const [first] = await openVideo(running.upstream.db, visitor, 130_001);
    later(60);
    const late = { ...visitor, cookies: new Map(visitor.cookies) };
    await Promise.all([
      visitor.read("/member.data"),
      visitor.read(first?.address ?? ""),
      visitor.read(`/access?video=130001&episode=${first?.id}`),
      report(visitor, 60),
      report(visitor, 60),
    ]);
    await expectBound(before + 1);

    // a request that set out with the cookie of before
    for (const [name, value] of late.cookies) visitor.cookies.set(name, value);
    await report(visitor, 60);
    expect([await memberCount(running.upstream.db), binds()]).toEqual([before + 1, 1]);
  });

  test("is bound later if the upstream did not answer, and is a member all the same", async () => {
    watched.broken.add(BIND);
    onTestFinished(() => void watched.broken.delete(BIND));
    const visitor = site.visit();
    await visitor.read(`/?id=${inviter.code}`);
    const code = await codeOf(visitor);
    expect(code).toMatch(/^\d{8}$/);
    await watchAMinute(visitor);
    expect([inviterIn(visitor), await invited()]).toEqual([inviter.code, 0]);
    watched.broken.delete(BIND);
    await report(visitor, 1);
    expect(await codeOf(visitor)).toBe(code);
    expect([inviterIn(visitor), await invited(), await vipDays()]).toEqual([undefined, 1, 1]);
  });

  test("is asked no further where the upstream says no", async () => {
    const visitor = site.visit();
    await visitor.read("/?id=00000000");
    expect(await codeOf(visitor)).toMatch(/^\d{8}$/);
    await watchAMinute(visitor);
    expect([inviterIn(visitor), binds()]).toEqual([undefined, 1]);
  });
});

describe("not bound to an inviter", () => {
  test("is an existing member", async () => {
    const visitor = site.visit();
    await codeOf(visitor);
    await visitor.read(`/?id=${inviter.code}`);
    await visitor.read(`/videoinfo?id=130001&share=${inviter.code}`);
    await watchAMinute(visitor);
    expect([await invited(), binds(), inviterIn(visitor)]).toEqual([0, 0, undefined]);
  });

  test("to oneself, not even when the session had ended before the link was followed", async () => {
    const visitor = site.visit();
    const own = await codeOf(visitor);
    const { sealer } = site.services;
    const ended = { ...sessionOf(visitor), credentials: undefined };
    visitor.cookies.set("visitor", sealer.seal("session", JSON.stringify(ended)));
    await visitor.read(`/?id=${own}`);
    expect(await codeOf(visitor)).toBe(own);
    await watchAMinute(visitor);
    const [row] = await running.upstream.db.select().from(members).where(eq(members.code, own));
    expect([row?.vipUntil, inviterIn(visitor)]).toEqual([null, undefined]);
  });

  test("is a visitor who logged in instead of becoming a guest", async () => {
    const visitor = site.visit();
    await visitor.read(`/?id=${inviter.code}`);
    const account = await registerDevice(running.upstream, `account-${number}`);
    const { sealer } = site.services;
    const credentials = { token: account.token, memberCode: account.code };
    const loggedIn = { ...sessionOf(visitor), credentials };
    visitor.cookies.set("visitor", sealer.seal("session", JSON.stringify(loggedIn)));
    expect(await codeOf(visitor)).toBe(account.code);
    await watchAMinute(visitor);
    expect([await invited(), binds(), inviterIn(visitor)]).toEqual([0, 0, undefined]);
  });

  test.each([
    "/?id=%3Cscript%3E",
    `/?id=${"1".repeat(41)}`,
    "/?id=",
    "/category?id=12345678",
    "/videoinfo?id=130001&share=..%2F",
  ])("by an address that is no link of a member: %s", async (address) => {
    const visitor = site.visit();
    await visitor.read(address);
    await watchAMinute(visitor);
    expect(binds()).toBe(0);
  });
});
