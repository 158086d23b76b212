import { describe, expect, test } from "vitest";
import { accountOf, codeOf } from "../../support/members/accounts.ts";
import { passwordTable } from "../../support/members/form-tables.ts";
import { alertIn, errorAt, fieldIn, sendForm } from "../../support/members/forms.ts";
import { siteForThisFile } from "../../support/servers/site-for-file.ts";

const running = siteForThisFile();

async function guest() {
  const visitor = running.site.visit();
  const account = await accountOf(running.upstream.db, await codeOf(visitor));
  return { visitor, ...account, temporary: account.member.temporaryPassword };
}

const passwords = (oldPassword: string, newPassword: string) => ({
  oldPassword,
  newPassword,
  confirmPassword: newPassword,
});

describe("the form", () => {
  test.each(passwordTable.filter(({ message }) => message))("with $case: $message", async (row) => {
    const answer = await sendForm((await guest()).visitor, "/setpaw", row.fields);
    expect(answer.status).toBe(400);
    const html = await answer.text();
    expect(errorAt(html, row.field ?? "")).toBe(row.message);
    expect(fieldIn(html, row.field ?? "")).toMatch(/autofocus/i);
    expect(html.match(/aria-invalid="true"/g)).toHaveLength(1);
    const data = await sendForm((await guest()).visitor, "/setpaw.data", row.fields);
    expect([data.status, await data.text()]).toEqual([
      400,
      expect.stringContaining(row.message ?? ""),
    ]);
  });

  test("contains the guest's temporary password, read-only, and is not cached", async () => {
    const { visitor, temporary } = await guest();
    for (const path of ["/setpaw", "/setpaw.data"]) {
      const answer = await visitor.request(path);
      expect(answer.headers.get("cache-control")).toBe("private, no-store");
      expect(await answer.text()).toContain(temporary);
    }
    const field = fieldIn(await visitor.read("/setpaw"), "oldPassword");
    expect(field).toContain(`value="${temporary}"`);
    expect(field).toMatch(/readonly/i);
  });

  test("is empty for a member who has set a password, and asks for it", async () => {
    const { visitor, choosePassword } = await guest();
    await choosePassword("chosen-one");
    const html = await visitor.read("/setpaw");
    expect(fieldIn(html, "oldPassword")).not.toMatch(/readonly|value=/i);
    expect(html).not.toContain("游客账号");
    const answer = await sendForm(visitor, "/setpaw", passwords("chosen-one", "another"));
    expect(answer.headers.get("location")).toBe("/login");
  });

  test("shows the upstream's message when it refuses", async () => {
    const { visitor } = await guest();
    const answer = await sendForm(visitor, "/setpaw", passwords("not-mine", "abcdef"));
    const html = await answer.text();
    expect(alertIn(html)).toBe("原密码错误");
    expect(html).not.toContain("abcdef");
    expect(await codeOf(visitor)).toBeTruthy();
  });
});

describe("a changed password", () => {
  test("requires a new login, with the new password", async () => {
    const { visitor, member, temporary } = await guest();
    const answer = await sendForm(visitor, "/setpaw", passwords(temporary, "abcdef"));
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/login"]);
    expect(await visitor.read("/login")).toContain("修改成功");
    expect(await visitor.read("/login"), "told once").not.toContain("修改成功");
    expect(await codeOf(visitor)).toBe("");

    const logIn = (password: string) =>
      sendForm(visitor, "/login", { account: member.name, password });
    expect((await logIn(temporary)).status).toBe(200);
    expect((await logIn("abcdef")).status).toBe(302);
    expect(await codeOf(visitor)).toBe(member.code);
  });
});

test("no other answer contains the temporary password, and none contains the token", async () => {
  const { visitor, member, temporary } = await guest();
  const cookie = visitor.cookies.get("visitor") ?? "";
  const session = running.site.services.sealer.open("session", cookie) ?? "{}";
  const { token } = JSON.parse(session).credentials as { token: string };
  const pages = ["/", "/member", "/login", "/collengt", "/history", "/publish", "/_root.data"];
  const answers = [
    ...(await Promise.all(pages.map((page) => visitor.request(page)))),
    await sendForm(visitor, "/login", { account: member.name, password: temporary }),
    await sendForm(visitor, "/login.data", { account: member.name, password: "wrong" }),
  ];
  const whole = async (answer: Response) =>
    `${[...answer.headers].map((pair) => pair.join(": ")).join("\n")}\n${await answer.text()}`;
  for (const answer of answers) {
    const text = await whole(answer);
    expect(text).not.toContain(temporary);
    expect(text).not.toContain(token);
  }
  expect(await visitor.read("/setpaw")).not.toContain(token);
});
