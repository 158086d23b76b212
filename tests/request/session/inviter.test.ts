import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { members } from "../../../server/upstream/db/schema.ts";
import { codeOf, memberCount } from "../../support/members/accounts.ts";
import { sendForm } from "../../support/members/forms.ts";
import { openVideo } from "../../support/members/playback.ts";
import { startRecordingUpstream } from "../../support/servers/recording-upstream.ts";
import { startSite, type Visitor } from "../../support/servers/site.ts";
import { siteForThisFile } from "../../support/servers/site-for-file.ts";
import { registerDevice } from "../../support/upstream/device.ts";

const running = siteForThisFile();
const BIND = "/renren-api/api/member/bindInviteCode";

let watched: Awaited<ReturnType<typeof startRecordingUpstream>>;
let site: Awaited<ReturnType<typeof startSite>>;
let inviter: Awaited<ReturnType<typeof registerDevice>>;
let bindsBefore = 0;
let number = 0;

beforeAll(async () => {
  watched = await startRecordingUpstream(running.upstream.url);
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

/** The inviter's remaining VIP days, rounded. */
const vipDays = async () => {
  const { vipUntil } = await inviter.stored();
  return vipUntil ? Math.round((vipUntil.getTime() - Date.now()) / 86_400_000) : 0;
};

/** There is one new member, bound once, and the inviter has gained a day. */
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

/** Request options of a visitor from this network. */
const from = (address: string) => ({ headers: { "x-forwarded-for": address } });

describe("a new visitor from an inviter's link", () => {
  test.each([
    ["of the home page", (code: string) => `/?id=${code}`],
    ["of a video", (code: string) => `/videoinfo?id=130001&share=${code}`],
  ])(
    "%s becomes that member's guest, and the member gains a day of VIP at once",
    async (_what, link) => {
      const before = await memberCount(running.upstream.db);
      const visitor = site.visit();
      await visitor.read(link(inviter.code));
      expect(await memberCount(running.upstream.db)).toBe(before);
      expect(inviterIn(visitor)).toBe(inviter.code);

      await codeOf(visitor);
      await expectBound(before + 1);
      expect(inviterIn(visitor)).toBeUndefined();
      await codeOf(visitor);
      expect(binds()).toBe(1);
    },
  );

  test("is bound by the first form if no script has requested the member", async () => {
    const before = await memberCount(running.upstream.db);
    const visitor = site.visit();
    await visitor.read(`/?id=${inviter.code}`);
    await sendForm(visitor, "/videoinfo?id=130001", { intent: "like" });
    await expectBound(before + 1);
  });

  test("is bound as soon as they confirm their age, not before", async () => {
    const before = await memberCount(running.upstream.db);
    const visitor = site.visit();
    visitor.cookies.delete("adult");
    await visitor.read(`/?id=${inviter.code}`);
    await codeOf(visitor);
    expect([binds(), inviterIn(visitor)]).toEqual([0, inviter.code]);
    await sendForm(visitor, "/adult");
    await codeOf(visitor);
    await expectBound(before + 1);
  });

  test("counts a few times a day per network, even if many visits have no cookie", async () => {
    const visits = async (count: number, address: string) => {
      for (let made = 0; made < count; made += 1) {
        const visitor = site.visit();
        await visitor.read(`/?id=${inviter.code}`);
        await visitor.read("/member", from(address));
      }
    };
    await visits(40, "2001:db8:5:6::1");
    expect([await invited(), await vipDays()]).toEqual([3, 3]);
    await visits(1, "2001:db8:5:6:7::1");
    expect(await invited()).toBe(3);
    await visits(1, "2001:db8:5:7::1");
    expect(await invited()).toBe(4);
  });

  test("is bound and counted once when everything is requested at the same time", async () => {
    const before = await memberCount(running.upstream.db);
    const address = from("2001:db8:5:8::1");
    const visitor = site.visit();
    await visitor.read(`/?id=${inviter.code}`);
    const [first] = await openVideo(running.upstream.db, visitor, 130_001);
    const late = { ...visitor, cookies: new Map(visitor.cookies) };
    await Promise.all([
      ...Array.from({ length: 6 }, () => visitor.read("/member", address)),
      visitor.read(first?.address ?? ""),
      visitor.read(`/access?video=130001&episode=${first?.id}`),
    ]);
    await expectBound(before + 1);

    // a late request still has the old cookie
    for (const [name, value] of late.cookies) visitor.cookies.set(name, value);
    await visitor.read("/member", address);
    expect([await memberCount(running.upstream.db), binds()]).toEqual([before + 1, 1]);

    const another = site.visit();
    await another.read(`/?id=${inviter.code}`);
    await another.read("/member", address);
    expect(await invited()).toBe(2);
  });

  test("is bound later if the upstream did not answer, but is a member at once", async () => {
    watched.broken.add(BIND);
    onTestFinished(() => void watched.broken.delete(BIND));
    const visitor = site.visit();
    await visitor.read(`/?id=${inviter.code}`);
    const code = await codeOf(visitor);
    expect(code).toMatch(/^\d{8}$/);
    expect([inviterIn(visitor), await invited()]).toEqual([inviter.code, 0]);
    watched.broken.delete(BIND);
    expect(await codeOf(visitor)).toBe(code);
    expect([inviterIn(visitor), await invited(), await vipDays()]).toEqual([undefined, 1, 1]);
  });

  test("is not reported again after the upstream has refused", async () => {
    const visitor = site.visit();
    await visitor.read("/?id=00000000");
    expect(await codeOf(visitor)).toMatch(/^\d{8}$/);
    expect([inviterIn(visitor), binds()]).toEqual([undefined, 1]);
    await codeOf(visitor);
    expect(binds()).toBe(1);
  });
});

describe("a visitor is not bound to an inviter", () => {
  test("when already a member", async () => {
    const visitor = site.visit();
    await codeOf(visitor);
    await visitor.read(`/?id=${inviter.code}`);
    await visitor.read(`/videoinfo?id=130001&share=${inviter.code}`);
    await codeOf(visitor);
    expect([await invited(), binds(), inviterIn(visitor)]).toEqual([0, 0, undefined]);
  });

  test("when the link is their own, even if their session ended before", async () => {
    const visitor = site.visit();
    const own = await codeOf(visitor);
    const { sealer } = site.services;
    const ended = { ...sessionOf(visitor), credentials: undefined };
    visitor.cookies.set("visitor", sealer.seal("session", JSON.stringify(ended)));
    await visitor.read(`/?id=${own}`);
    expect(await codeOf(visitor)).toBe(own);
    const [row] = await running.upstream.db.select().from(members).where(eq(members.code, own));
    expect([row?.vipUntil, inviterIn(visitor)]).toEqual([null, undefined]);
  });

  test("when logging in instead of becoming a guest", async () => {
    const visitor = site.visit();
    await visitor.read(`/?id=${inviter.code}`);
    const account = await registerDevice(running.upstream, `account-${number}`);
    const { sealer } = site.services;
    const credentials = { token: account.token, memberCode: account.code };
    const loggedIn = { ...sessionOf(visitor), credentials };
    visitor.cookies.set("visitor", sealer.seal("session", JSON.stringify(loggedIn)));
    expect(await codeOf(visitor)).toBe(account.code);
    expect([await invited(), binds(), inviterIn(visitor)]).toEqual([0, 0, undefined]);
  });

  test.each([
    "/?id=%3Cscript%3E",
    `/?id=${"1".repeat(41)}`,
    "/?id=",
    "/category?id=12345678",
    "/videoinfo?id=130001&share=..%2F",
  ])("by an address that is not a member's link: %s", async (address) => {
    const visitor = site.visit();
    await visitor.read(address);
    expect(await codeOf(visitor)).toMatch(/^\d{8}$/);
    expect(binds()).toBe(0);
  });
});
