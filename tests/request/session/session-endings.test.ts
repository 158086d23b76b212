import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accountOf, codeOf, memberCount } from "../../support/members/accounts.ts";
import { photo, sendFile, sendForm } from "../../support/members/forms.ts";
import { startGate } from "../../support/servers/pausable-upstream.ts";
import { startSite, type Visitor } from "../../support/servers/site.ts";
import { siteForThisFile } from "../../support/servers/site-for-file.ts";
import { startTestUpstream } from "../../support/servers/upstream.ts";

const running = siteForThisFile();

async function guest() {
  const visitor = running.site.visit();
  const code = await codeOf(visitor);
  return { visitor, code, ...(await accountOf(running.upstream.db, code)) };
}

const sessionOf = (visitor: Visitor) =>
  JSON.parse(
    running.site.services.sealer.open("session", visitor.cookies.get("visitor") ?? "") ?? "{}",
  );

const texts = {
  expired: "登录已过期，请重新登录",
  elsewhere: "该账号已在别处登录，请重新登录",
};

const memberPages = [
  "/collengt",
  "/history",
  "/publish",
  "/mine",
  "/setinfo",
  "/setpaw",
  "/order",
  "/tx",
  "/pay",
];

const codes = [
  { code: "8000", ending: "expired", reason: "expired" },
  { code: "10040", ending: "elsewhere", reason: "elsewhere" },
  { code: "SYS.0015", ending: "password", reason: "elsewhere" },
] as const;

describe.each(codes)("the upstream's code $code", ({ ending, reason }) => {
  async function ended() {
    const member = await guest();
    await member.end[ending]();
    return member;
  }
  const forgotten = (visitor: Visitor) => {
    const session = sessionOf(visitor);
    expect(session.credentials).toBeUndefined();
    expect(session.ended.reason).toBe(reason);
  };

  test.each(memberPages)(
    "is shown by the document %s, which links to the login without scripts",
    async (path) => {
      const { visitor } = await ended();
      const answer = await visitor.request(path);
      expect([answer.status, answer.headers.get("set-cookie")]).toEqual([401, expect.any(String)]);
      const html = await answer.text();
      expect(html).toContain(`<p role="alert">${texts[reason]}</p>`);
      expect(html).toMatch(/<noscript><meta http-equiv="refresh" content="3;url=\/login"/i);
      forgotten(visitor);
    },
  );

  test.each(memberPages.map((path) => `${path}.data`))(
    "is shown by the navigation %s",
    async (path) => {
      const { visitor } = await ended();
      const answer = await visitor.request(path);
      expect(answer.status).toBe(401);
      expect(answer.headers.get("cache-control")).toBe("private, no-store");
      expect(await answer.text()).toContain(`"ended","${reason}"`);
      forgotten(visitor);
    },
  );

  test("is reported when a list's next page is loaded", async () => {
    const { visitor } = await ended();
    expect(await visitor.read("/rows/history?page=2")).toContain(`"ended":"${reason}"`);
    forgotten(visitor);
  });

  test.each([
    ["/collengt", {}],
    ["/setpaw", { oldPassword: "x", newPassword: "abcdef", confirmPassword: "abcdef" }],
    ["/setinfo", { nickname: "x", signature: "" }],
    ["/tx", { amount: "50", method: "wx" }],
    ["/pay", { option: "0", channel: "0" }],
    ["/vip", { plan: "0", channel: "0" }],
  ])("is shown by the action of %s, with and without scripts", async (path, fields) => {
    const [first, second] = [await ended(), await ended()];
    const page = await sendForm(first.visitor, path, fields);
    expect([page.status, await page.text()]).toEqual([401, expect.stringContaining(texts[reason])]);
    forgotten(first.visitor);
    const data = await sendForm(second.visitor, `${path}.data`, fields);
    expect([data.status, await data.text()]).toEqual([
      401,
      expect.stringContaining(`"ended","${reason}"`),
    ]);
    forgotten(second.visitor);
  });

  test("is reported when a picture is sent", async () => {
    const { visitor } = await ended();
    expect(await sendFile(visitor, "avatar", await photo())).toEqual({ ended: reason });
    forgotten(visitor);
  });

  test("is reported by the poll until the visitor reaches the login, and registers no new guest", async () => {
    const { visitor } = await ended();
    const before = await memberCount(running.upstream.db);
    for (let polls = 0; polls < 2; polls += 1) {
      const answer = await visitor.request("/member");
      expect([answer.status, await answer.text()]).toEqual([
        200,
        expect.stringContaining(`"ended":"${reason}"`),
      ]);
      forgotten(visitor);
    }
    expect(await visitor.read("/login")).toContain("以游客身份继续");
    expect(await visitor.read("/member")).not.toContain(reason);
    expect((await visitor.request("/collengt")).status).toBe(401);
    expect(await memberCount(running.upstream.db)).toBe(before);
  });

  test("does not affect the catalogue", async () => {
    const { visitor } = await ended();
    await visitor.read("/member");
    for (const path of ["/", "/category", "/taglist", "/sreinfo?title=x&searchStr=x", "/sreach"]) {
      const answer = await visitor.request(path);
      expect([path, answer.status]).toEqual([path, 200]);
      expect(await answer.text()).not.toContain(texts[reason]);
    }
  });

  test("is forgotten after a new login", async () => {
    const { visitor } = await ended();
    const other = await guest();
    await visitor.read("/collengt");
    const { name, temporaryPassword } = other.member;
    await sendForm(visitor, "/login", { account: name, password: temporaryPassword });
    expect(await codeOf(visitor)).toBe(other.code);
    expect((await visitor.request("/collengt")).status).toBe(200);
  });
});

describe("continuing as a guest", () => {
  const goOn = (visitor: Visitor) => sendForm(visitor, "/login", { intent: "guest" });

  test("after an expired session keeps the same guest", async () => {
    const { visitor, code, end } = await guest();
    await end.expired();
    await visitor.read("/collengt");
    expect((await goOn(visitor)).headers.get("location")).toBe("/");
    expect(await codeOf(visitor)).toBe(code);
  });

  test("does not return a device to a guest account that was signed out from elsewhere", async () => {
    const { visitor, code, end } = await guest();
    await end.password();
    await visitor.read("/collengt");
    await goOn(visitor);
    const now = await codeOf(visitor);
    expect(now).toMatch(/^\d{8}$/);
    expect(now).not.toBe(code);
  });

  test("restores the device's own guest when another account's session ended", async () => {
    const [here, other] = [await guest(), await guest()];
    const { name, temporaryPassword } = other.member;
    await sendForm(here.visitor, "/login", { account: name, password: temporaryPassword });
    await other.end.elsewhere();
    await here.visitor.read("/collengt");
    await goOn(here.visitor);
    expect(await codeOf(here.visitor)).toBe(here.code);
  });

  test("does not change the device's guest", async () => {
    const { visitor, code } = await guest();
    const { credentials } = sessionOf(visitor);
    await goOn(visitor);
    expect(sessionOf(visitor).credentials).toEqual(credentials);
    expect(await codeOf(visitor)).toBe(code);
  });
});

describe("a real second device", () => {
  let strict: Awaited<ReturnType<typeof startTestUpstream>>;
  let site: Awaited<ReturnType<typeof startSite>>;
  beforeAll(async () => {
    strict = await startTestUpstream({ singleSession: true });
    site = await startSite(strict.forSite);
  });
  afterAll(async () => {
    await site.stop();
    await strict.stop();
  });

  async function twoDevices() {
    const [first, second] = [site.visit(), site.visit()];
    const { member } = await accountOf(strict.db, await codeOf(first));
    const password = member.temporaryPassword;
    await sendForm(second, "/login", { account: member.name, password });
    return { first, second, password };
  }

  test("ends the first one's session by logging in", async () => {
    const { first, second } = await twoDevices();
    expect(await first.read("/collengt")).toContain(texts.elsewhere);
    expect((await second.request("/collengt")).status).toBe(200);
  });
});

test("a new password ends the account's sessions on other devices", async () => {
  const first = await guest();
  const second = running.site.visit();
  const { name, temporaryPassword: password } = first.member;
  await sendForm(second, "/login", { account: name, password });
  const change = { oldPassword: password, newPassword: "abcdef", confirmPassword: "abcdef" };
  await sendForm(second, "/setpaw", change);
  expect(await first.visitor.read("/collengt")).toContain(texts.elsewhere);
});

test("a part of a page that finds the session ended while streaming reports it, and the poll stores it", async () => {
  await using gate = await startGate(running.upstream.url, 400);
  await using slow = await startSite({ ...running.upstream.forSite, url: gate.url });
  const visitor = slow.visit();
  const { end } = await accountOf(running.upstream.db, await codeOf(visitor));
  await end.expired();
  const page = await visitor.request("/collengt");
  expect([page.status, page.headers.get("set-cookie")]).toEqual([200, null]);
  expect(await page.text()).toContain("expired");
  const poll = await visitor.request("/member");
  expect(poll.headers.get("set-cookie")).toBeTruthy();
  expect(await poll.text()).toContain('"ended":"expired"');
  await visitor.read("/login");
  expect(await visitor.read("/member")).not.toContain("expired");
});
