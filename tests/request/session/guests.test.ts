import { describe, expect, test } from "vitest";
import { codeOf, memberCount as membersOf } from "../../support/members/accounts.ts";
import { sendForm } from "../../support/members/forms.ts";
import { keepCookies } from "../../support/servers/site.ts";
import { siteForThisFile } from "../../support/servers/site-for-file.ts";

const running = siteForThisFile();

/** The address to which a member page redirects a browser without scripts. */
const withoutScripts = (path: string) => `${path}${path.includes("?") ? "&" : "?"}noscript=`;

const memberCount = () => membersOf(running.upstream.db);

test("opening pages registers no guest, and the first member request does", async () => {
  const before = await memberCount();
  const visitor = running.site.visit();
  await visitor.read("/");
  await visitor.read("/?page=2");
  expect(await memberCount()).toBe(before);
  expect([...visitor.cookies.keys()]).toEqual(["adult", "newcomer"]);

  await visitor.read("/member");
  await visitor.read("/member");
  expect(await memberCount()).toBe(before + 1);
});

test("a reload without scripts registers a guest and leads to the page itself, never to another site", async () => {
  const before = await memberCount();
  const visitor = running.site.visit();
  await visitor.read("/");
  const locationOf = async (path: string) => (await visitor.request(path)).headers.get("location");
  expect(await locationOf(withoutScripts("/history?page=2"))).toBe("/history?page=2");
  expect(await locationOf(withoutScripts("http://site.test//evil.example/"))).toBe("/");
  expect(await memberCount()).toBe(before + 1);
});

test("concurrent requests of one device make one guest", async () => {
  const before = await memberCount();
  const visitor = running.site.visit();
  await visitor.read("/");
  const answers = await Promise.all(
    Array.from({ length: 10 }, async () => /"code":"\d+"/.exec(await visitor.read("/member"))?.[0]),
  );
  expect(new Set(answers).size).toBe(1);
  expect(await memberCount()).toBe(before + 1);
});

/** Orders in which the answers to a new device's two documents and their member requests may arrive. */
const orders = [
  ["first", "second", "member", "member"],
  ["first", "member", "second", "member"],
  ["second", "member", "first", "member"],
  ["first", "member", "member", "second", "member"],
] as const;

const links = ["/", "/?id=", "/videoinfo?id=100001", "/mine", "/history"];

test.each(orders.flatMap((order) => links.map((link) => ({ link, order }))))(
  "two tabs that open $link at once make one guest, with answers in the order $order",
  async ({ link, order }) => {
    const inviter = await codeOf(running.site.visit());
    const path = link === "/?id=" ? link + inviter : link;
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

/** All pages with data of the visitor, and two that are the same for all visitors. */
const pages = [
  "/",
  "/videoinfo?id=100001",
  "/publish",
  "/collengt",
  "/mine",
  "/history",
  "/setinfo",
  "/setpaw",
  "/tx",
  "/order",
  "/vip",
  "/pay",
  "/pay?coins=2&back=%2F",
  "/sign",
  "/share",
  "/codelist",
  "/service",
];
const data = (path: string) => path.replace(/(?=\?)|$/, path === "/" ? "_root.data" : ".data");

test.each(pages)("no document or data of %s registers a guest", async (path) => {
  const before = await memberCount();
  const visitor = running.site.visit();
  for (const address of [path, path, data(path)]) {
    expect((await visitor.request(address)).status).toBe(200);
  }
  expect(await memberCount()).toBe(before);
});

describe("behind the closed age gate", () => {
  const newcomer = () => {
    const visitor = running.site.visit();
    visitor.cookies.delete("adult");
    return visitor;
  };

  test.each(pages)("%s and its first data request register no guest", async (path) => {
    const before = await memberCount();
    const visitor = newcomer();
    await visitor.read(path);
    await visitor.read(withoutScripts(path));
    expect(JSON.parse(await visitor.read("/member"))).toEqual({ member: null, ended: null });
    expect(await memberCount()).toBe(before);
    visitor.cookies.set("adult", "1");
    expect(await codeOf(visitor)).toMatch(/^\d{8}$/);
    expect(await memberCount()).toBe(before + 1);
  });

  test.each([
    ["a like", "/videoinfo?id=100001", { intent: "like" }],
    ["a position", "/playback", { video: "100001", seconds: "3" }],
    ["an order", "/vip", { plan: "0", channel: "0" }],
    ["feedback", "/feed", { text: "好看" }],
  ])("%s registers nobody", async (_what, address, fields) => {
    const before = await memberCount();
    const visitor = newcomer();
    await visitor.read("/");
    await sendForm(visitor, address, fields);
    expect(await memberCount()).toBe(before);
  });
});

describe("without scripts", () => {
  /** The address to which a document redirects a browser without scripts. */
  const refreshIn = (html: string) =>
    /<noscript><meta http-equiv="refresh" content="\d+;url=([^"]+)"/
      .exec(html)?.[1]
      ?.replaceAll("&amp;", "&");

  test.each(["/mine", "/history?page=2", "/pay?coins=2&back=%2F"])(
    "%s redirects a new device to itself once and shows the new guest",
    async (path) => {
      const before = await memberCount();
      const visitor = running.site.visit();
      const next = refreshIn(await visitor.read(path));
      const registered = await visitor.request(next ?? "");
      expect([registered.status, registered.headers.get("location")]).toEqual([302, path]);
      expect(await memberCount()).toBe(before + 1);
      const page = await visitor.read(path);
      expect(refreshIn(page)).toBeUndefined();
      if (path === "/mine") expect(page).toContain(await codeOf(visitor));
    },
  );

  test("a browser without cookies gets an error instead of a redirect loop", async () => {
    const before = await memberCount();
    const headers = { cookie: "adult=1" };
    const first = await running.site.send("/mine", { headers });
    const second = await running.site.send(refreshIn(await first.text()) ?? "", { headers });
    const page = await second.text();
    expect([second.status, refreshIn(page)]).toEqual([200, undefined]);
    expect(page).toContain("请允许本站保存Cookie后重试");
    expect(await memberCount()).toBe(before);
  });
});

test("the member answer is small and contains no token", async () => {
  const visitor = running.site.visit();
  await visitor.read("/");
  const member = await visitor.read("/member");
  expect(member.length).toBeLessThan(500);
  expect(member).not.toMatch(/token/i);
});
