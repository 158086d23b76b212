import { expect, test } from "vitest";
import { codeOf, memberCount as membersOf } from "../../support/members/accounts.ts";
import { keepCookies } from "../../support/servers/site.ts";
import { siteForThisFile } from "../../support/servers/site-for-file.ts";

const running = siteForThisFile();

const memberCount = () => membersOf(running.upstream.db);

test("opening pages registers no guest; the first member request registers one", async () => {
  const before = await memberCount();
  const visitor = running.site.visit();
  await visitor.read("/");
  await visitor.read("/?page=2");
  expect(await memberCount()).toBe(before);
  expect([...visitor.cookies.keys()]).toEqual(["adult", "newcomer"]);

  await visitor.read("/member.data");
  await visitor.read("/member.data");
  expect(await memberCount()).toBe(before + 1);
});

test("requests of one device at once make one guest", async () => {
  const before = await memberCount();
  const visitor = running.site.visit();
  await visitor.read("/");
  const answers = await Promise.all(
    Array.from(
      { length: 10 },
      async () => /"code","\d+"/.exec(await visitor.read("/member.data"))?.[0],
    ),
  );
  expect(new Set(answers).size).toBe(1);
  expect(await memberCount()).toBe(before + 1);
});

/** Two documents that a new device asks for at once, and the member requests of both, which wait for each other. */
const orders = [
  ["first", "second", "member", "member"],
  ["first", "member", "second", "member"],
  ["second", "member", "first", "member"],
  ["first", "member", "member", "second", "member"],
] as const;

test.each(orders.flatMap((order) => ["/", "/?id="].map((link) => ({ link, order }))))(
  "two tabs that open $link at once make one guest, whose answers come as $order",
  async ({ link, order }) => {
    const inviter = await codeOf(running.site.visit());
    const path = link.endsWith("=") ? link + inviter : link;
    const before = await memberCount();
    const open = () => running.site.send(path, { headers: { cookie: "adult=1" } });
    const documents = { first: await open(), second: await open() };
    const device = running.site.visit();
    const codes: string[] = [];
    for (const step of order) {
      if (step === "member") codes.push(await codeOf(device));
      else keepCookies(device.cookies, documents[step]);
    }
    expect(codes[0]).toMatch(/^\d+$/);
    expect(new Set(codes).size).toBe(1);
    expect(await memberCount()).toBe(before + 1);
  },
);

test("the answer about a member is small and holds no token", async () => {
  const visitor = running.site.visit();
  await visitor.read("/");
  const member = await visitor.read("/member");
  expect(member.length).toBeLessThan(500);
  expect(member).not.toMatch(/token/i);
});
