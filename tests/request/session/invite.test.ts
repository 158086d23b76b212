import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { invites } from "../../../server/upstream/db/member-schema.ts";
import { members } from "../../../server/upstream/db/schema.ts";
import { codeOf } from "../../support/members/accounts.ts";
import { siteForThisFile } from "../../support/servers/site-for-file.ts";
import { registerDevice } from "../../support/upstream/device.ts";

const running = siteForThisFile();

async function visit() {
  const visitor = running.site.visit();
  const code = await codeOf(visitor);
  return { ...visitor, code };
}

/** Guests who followed a member's link, one per minute, latest first. */
async function invite(code: string, count: number) {
  const { db } = running.upstream;
  const [inviter] = await db.select().from(members).where(eq(members.code, code));
  for (let index = 0; index < count; index += 1) {
    const guest = await registerDevice(running.upstream, `guest-${index}-of-${code}`);
    const [invited] = await db.select().from(members).where(eq(members.code, guest.code));
    await db
      .update(members)
      .set({ nickname: `好友${index + 1}` })
      .where(eq(members.code, guest.code));
    await db.insert(invites).values({
      inviterId: inviter?.id ?? 0,
      invitedId: invited?.id ?? 0,
      createdAt: new Date(Date.UTC(2025, 5, 15, 15, 30 + index)),
    });
  }
}

const names = (html: string) => [...html.matchAll(/>(好友\d+)</g)].map(([, name]) => name);
const nextPage = (html: string) =>
  /href="([^"]+)"/.exec(/<a[^>]*rel="next"[^>]*>/.exec(html)?.[0] ?? "")?.[1];

test("the invitation has the member's code and a link to this site", async () => {
  const visitor = await visit();
  const html = (await visitor.read("/share")).replace(/<!-- -->/g, "");
  expect(html).toContain(`>http://site.test/?id=${visitor.code}<`);
  expect(html).toMatch(new RegExp(`邀请码 <strong[^>]*>${visitor.code}<`));
  expect(html).toContain("好友点击链接，立即获得1天VIP");
  expect(html).toContain('aria-label="邀请二维码"');
  expect(html).toMatch(/href="\/codelist"/);
  for (const name of ["保存二维码", "复制链接"]) expect(html).toContain(name);
});

describe("the invited people", () => {
  test("are listed page by page, with Shanghai's time and their reward", async () => {
    const visitor = await visit();
    await invite(visitor.code, 12);
    const first = await visitor.read("/codelist");
    expect(names(first)).toEqual(Array.from({ length: 10 }, (_, index) => `好友${12 - index}`));
    expect(first).toContain("2025-06-15 23:41:00");
    expect(first.split("+1天").length - 1).toBe(10);
    const second = await visitor.read(nextPage(first) ?? "");
    expect(names(second)).toEqual(["好友2", "好友1"]);
    expect(nextPage(second)).toBeUndefined();
    expect(await (await visit()).read("/codelist")).not.toContain("好友12");
  });

  test("an empty list says so, and links to the invitation", async () => {
    const html = await (await visit()).read("/codelist");
    expect(html).toContain("暂无记录");
    expect(html).toMatch(/<a[^>]*href="\/share"/);
  });
});

test("pages about the member are not cached", async () => {
  for (const address of ["/share", "/share.data", "/codelist", "/codelist.data"]) {
    const response = await running.site.visit().request(address);
    expect(response.headers.get("cache-control"), address).toBe("private, no-store");
  }
});
