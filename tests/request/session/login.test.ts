import { describe, expect, test } from "vitest";
import { accountOf, codeOf, memberCount } from "../../support/members/accounts.ts";
import { loginTable } from "../../support/members/form-tables.ts";
import { alertIn, errorAt, fieldIn, sendForm } from "../../support/members/forms.ts";
import { listen } from "../../support/servers/listen.ts";
import { startSite } from "../../support/servers/site.ts";
import { siteForThisFile } from "../../support/servers/site-for-file.ts";

const running = siteForThisFile({ trustProxy: 1 });

/** A new guest on a separate device, and its credentials. */
async function guest() {
  const visitor = running.site.visit();
  const code = (await codeOf(visitor)) ?? "";
  const { member } = await accountOf(running.upstream.db, code);
  const credentials = { account: member.name, password: member.temporaryPassword };
  return { visitor, code, credentials };
}

describe("the form", () => {
  test.each(loginTable.filter(({ message }) => message))("with $case: $message", async (row) => {
    const answer = await sendForm(running.site.visit(), "/login", row.fields);
    expect(answer.status).toBe(400);
    const html = await answer.text();
    expect(errorAt(html, row.field ?? "")).toBe(row.message);
    expect(fieldIn(html, row.field ?? "")).toMatch(/autofocus/i);
    const data = await sendForm(running.site.visit(), "/login.data", row.fields);
    expect([data.status, await data.text()]).toEqual([
      400,
      expect.stringContaining(row.message ?? ""),
    ]);
  });

  test("shows the upstream's message, keeps the account and never the password", async () => {
    const fields = { account: "nobody", password: "a-wrong-password" };
    const html = await (await sendForm(running.site.visit(), "/login", fields)).text();
    expect(alertIn(html)).toBe("账号或密码错误");
    expect(fieldIn(html, "account")).toContain('value="nobody"');
    expect(html).not.toContain("a-wrong-password");
  });

  test("says 登录失败 for a refusal without a message, 网络异常 without an answer", async () => {
    await using silent = await listen((_request, response) => response.end('{"code": 1001}'));
    const fields = { account: "someone", password: "something" };
    const messageFrom = async (url: string) => {
      await using site = await startSite({ ...running.upstream.forSite, url });
      const html = await (await sendForm(site.visit(), "/login", fields)).text();
      return alertIn(html);
    };
    expect(await messageFrom(silent.url)).toBe("登录失败");
    expect(await messageFrom("http://127.0.0.1:9")).toBe("网络异常，请稍后重试");
  });

  test("fills in the account from a link", async () => {
    const html = await running.site.visit().read("/login?account=u12345678");
    expect(fieldIn(html, "account")).toContain('value="u12345678"');
    expect(html).toContain("未满18岁禁止注册");
    expect(html).toMatch(/<a href="\/chatlink.html" target="_blank"[^>]*>忘记密码？联系客服/);
  });
});

describe("a login", () => {
  test("with a guest's credentials replaces this device's guest and redirects home", async () => {
    const [other, here] = [await guest(), await guest()];
    const answer = await sendForm(here.visitor, "/login", other.credentials);
    expect([answer.status, answer.headers.get("location")]).toEqual([302, "/#logged-in"]);
    expect(await codeOf(here.visitor)).toBe(other.code);
    expect(await here.visitor.read("/")).toMatch(/id="logged-in"[^>]*>登录成功/);
  });

  test("registers no guest for a device without one", async () => {
    const other = await guest();
    const before = await memberCount(running.upstream.db);
    const visitor = running.site.visit();
    await sendForm(visitor, "/login", other.credentials);
    expect(await codeOf(visitor)).toBe(other.code);
    expect(await memberCount(running.upstream.db)).toBe(before);
  });

  test("keeps the session's data about the device", async () => {
    const [other, here] = [await guest(), await guest()];
    await sendForm(here.visitor, "/history");
    await sendForm(here.visitor, "/login", other.credentials);
    const cookie = here.visitor.cookies.get("visitor") ?? "";
    const session = running.site.services.sealer.open("session", cookie) ?? "";
    expect(JSON.parse(session)).toHaveProperty("historyClearedAt");
  });

  test("can be undone to return to the device's guest", async () => {
    const [other, here] = [await guest(), await guest()];
    await sendForm(here.visitor, "/login", other.credentials);
    const answer = await sendForm(here.visitor, "/login", { intent: "guest" });
    expect([answer.status, answer.headers.get("location")]).toEqual([302, "/"]);
    expect(await codeOf(here.visitor)).toBe(here.code);
  });
});

describe("failed logins", () => {
  const from = (address: string) => ({ "x-forwarded-for": address });

  test("are limited per account, from any address, and only they count", async () => {
    const other = await guest();
    const attempt = (password: string, address: string) =>
      sendForm(running.site.visit(), "/login", { ...other.credentials, password }, from(address));
    for (let logins = 0; logins < 8; logins += 1) {
      expect((await attempt(other.credentials.password, "192.0.2.1")).status).toBe(302);
    }
    for (let tries = 0; tries < 5; tries += 1) {
      expect(alertIn(await (await attempt("wrong", `192.0.2.${tries}`)).text())).toBe(
        "账号或密码错误",
      );
    }
    const refused = await attempt(other.credentials.password, "192.0.2.99");
    expect(refused.status).toBe(429);
    const wait = Number(refused.headers.get("retry-after"));
    expect([wait > 0, wait <= 60]).toEqual([true, true]);
    expect(alertIn(await refused.text())).toBe("尝试次数过多，请1分钟后再试");
    const data = await sendForm(running.site.visit(), "/login.data", other.credentials);
    expect([data.status, data.headers.get("retry-after")]).toEqual([429, expect.any(String)]);
  });

  test("by strangers do not lock out the owner's device, which gets one warning", async () => {
    const owner = await guest();
    const wrong = { ...owner.credentials, password: "wrong" };
    for (let tries = 0; tries < 6; tries += 1) {
      await sendForm(running.site.visit(), "/login", wrong, from(`192.0.2.${tries}`));
    }
    const warning = "近期有人多次输错您账号的密码，建议修改密码";
    const entered = await sendForm(owner.visitor, "/login", owner.credentials);
    expect([entered.status, entered.headers.get("location")]).toEqual([302, "/mine"]);
    expect(await owner.visitor.read("/mine")).toContain(warning);
    expect(await owner.visitor.read("/mine")).not.toContain(warning);
    const again = await sendForm(owner.visitor, "/login", owner.credentials);
    expect(again.headers.get("location")).toBe("/#logged-in");
  });

  test("are limited per address, across all accounts", async () => {
    const attempt = (account: string, address: string) =>
      sendForm(running.site.visit(), "/login", { account, password: "wrong" }, from(address));
    for (let tries = 0; tries < 30; tries += 1) await attempt(`nobody${tries}`, "198.51.100.7");
    expect((await attempt("another", "198.51.100.7")).status).toBe(429);
    // entries further left, which the visitor can forge, are ignored
    expect((await attempt("another", "203.0.113.1, 198.51.100.7")).status).toBe(429);
    expect((await attempt("another", "198.51.100.8")).status).toBe(200);
  });
});
