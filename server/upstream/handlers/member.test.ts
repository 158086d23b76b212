import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  createCaller,
  type RegisteredDevice,
  registerDevice,
} from "../../../tests/support/upstream/device.ts";
import { members, tokens } from "../db/schema.ts";
import { startUpstream, type Upstream } from "../start.ts";

let upstream: Upstream;
let call: ReturnType<typeof createCaller>;
beforeAll(async () => {
  upstream = await startUpstream({ singleSession: true });
  call = createCaller(upstream);
});
afterAll(() => upstream.stop());

const login = (loginName: string, loginPwd: string) =>
  call<{ token: string; memberCode: string; memberPwdTemp: string }>("/renren-api/api/login", {
    loginName,
    loginPwd,
  });
const change = (visitor: RegisteredDevice, body: Record<string, string>, token = visitor.token) =>
  visitor.send(
    "/app-api/member/MemberInfo/changePwd",
    { memberCode: visitor.code, ...body },
    { token },
  );
const profileWith = (visitor: RegisteredDevice, token: string) =>
  visitor.send("/app-api/member/getEntityByCode", { memberCode: visitor.code }, { token });

describe("logging in", () => {
  it("works with a guest's generated name and password, and with no others", async () => {
    const guest = await registerDevice(upstream, "login-device");
    expect(await login(guest.name, guest.temporaryPassword)).toMatchObject({
      code: 0,
      data: { memberCode: guest.code },
    });
    for (const [name, password] of [
      [guest.name, "wrong"],
      [guest.name, ""],
      ["nobody", guest.temporaryPassword],
      ["", ""],
    ] as const) {
      expect(await login(name, password)).toMatchObject({ code: 1001, msg: "账号或密码错误" });
    }
  });

  it("elsewhere: older tokens are then answered with code 10040, and with 8000 once they have expired", async () => {
    const guest = await registerDevice(upstream, "single-session");
    const { token } = (await login(guest.name, guest.temporaryPassword)).data;
    expect(await profileWith(guest, guest.token)).toMatchObject({ code: 10040 });
    expect(await profileWith(guest, token)).toMatchObject({ code: 0 });
    const { id } = await guest.stored();
    const expiresAt = new Date(Date.now() - 1);
    await upstream.db.update(tokens).set({ expiresAt }).where(eq(tokens.memberId, id));
    expect(await profileWith(guest, guest.token)).toMatchObject({ code: 8000 });
    expect(await profileWith(guest, token)).toMatchObject({ code: 8000 });
  });
});

describe("a new password", () => {
  it("replaces the generated one and ends every session, even that of the request itself", async () => {
    const guest = await registerDevice(upstream, "password-device");
    const elsewhere = await registerDevice(upstream, "password-device");
    const wanted = { oldPwd: guest.temporaryPassword, newPwd: "橙影abc123" };
    expect(await change(guest, wanted)).toMatchObject({ code: 0 });
    expect(await login(guest.name, guest.temporaryPassword)).toMatchObject({ code: 1001 });
    expect(await profileWith(guest, elsewhere.token)).toMatchObject({ code: "SYS.0015" });
    expect(await profileWith(guest, guest.token)).toMatchObject({ code: "SYS.0015" });
    const { token } = (await login(guest.name, "橙影abc123")).data;
    expect(await profileWith(guest, token)).toMatchObject({ code: 0, data: { memberPwdTemp: "" } });
    const again = { oldPwd: "橙影abc123", newPwd: "secret7" };
    expect(await change(guest, again, token)).toMatchObject({ code: 0 });
    expect(await login(guest.name, "secret7")).toMatchObject({ code: 0 });
    const [stored] = await upstream.db.select().from(members).where(eq(members.code, guest.code));
    expect(JSON.stringify(stored)).not.toContain("secret7");
  });

  it("ends the device's automatic login: the device then becomes another guest", async () => {
    const guest = await registerDevice(upstream, "device-with-password");
    const wanted = { oldPwd: guest.temporaryPassword, newPwd: "secret7" };
    expect(await change(guest, wanted)).toMatchObject({ code: 0 });
    const stranger = await registerDevice(upstream, "device-with-password");
    expect(stranger.code).not.toBe(guest.code);
    expect(await registerDevice(upstream, "device-with-password")).toMatchObject({
      code: stranger.code,
    });
    expect(await profileWith(guest, stranger.token)).not.toMatchObject({ code: 0 });
    expect(await login(guest.name, "secret7")).toMatchObject({ code: 0 });
  });

  it("is set by only one of several concurrent requests, and the others are refused", async () => {
    const guest = await registerDevice(upstream, "hasty-device");
    const oldPwd = guest.temporaryPassword;
    const wanted = ["secret1", "secret2", "secret3"];
    const answers = await Promise.all(wanted.map((newPwd) => change(guest, { oldPwd, newPwd })));
    const codes = answers.map(({ code }) => code);
    const chosen = wanted[codes.indexOf(0)] ?? "";
    expect(codes.filter((code) => code === 0)).toHaveLength(1);
    expect(await login(guest.name, chosen)).toMatchObject({ code: 0 });
  });

  it("needs the old one, 6 to 12 characters, and the member's own account", async () => {
    const guest = await registerDevice(upstream, "careless-device");
    const other = await registerDevice(upstream, "other-device");
    const oldPwd = guest.temporaryPassword;
    expect(await change(guest, { oldPwd: "wrong", newPwd: "secret7" })).toMatchObject({
      code: 1002,
      msg: "原密码错误",
    });
    for (const newPwd of ["12345", "1234567890123"]) {
      expect(await change(guest, { oldPwd, newPwd })).toMatchObject({ code: 400 });
    }
    const others = { memberCode: other.code, oldPwd: other.temporaryPassword, newPwd: "secret7" };
    expect(await change(guest, others)).toMatchObject({ code: 403 });
    expect(await login(guest.name, oldPwd)).toMatchObject({ code: 0 });
  });
});

describe("the profile", () => {
  const update = (visitor: RegisteredDevice, body: Record<string, string>) =>
    visitor.send("/app-api/member/updateMember", {
      memberCode: visitor.code,
      memberAvatar: "",
      memberNichen: "橙子",
      memberSignature: "",
      ...body,
    });

  it("trims the nickname, and accepts a signature and a picture hosted here", async () => {
    const guest = await registerDevice(upstream, "profile-device");
    const memberAvatar = `${upstream.url}/avatars/7.svg`;
    const wanted = { memberAvatar, memberNichen: " 橙子🍊 ", memberSignature: "看海" };
    expect(await update(guest, wanted)).toMatchObject({ code: 0 });
    expect(await guest.profile()).toMatchObject({ ...wanted, memberNichen: "橙子🍊" });
    expect(await update(guest, { memberNichen: "橘子" })).toMatchObject({ code: 0 });
    expect(await guest.profile()).toMatchObject({ memberAvatar, memberNichen: "橘子" });
  });

  it.each([
    ["a blank nickname", { memberNichen: "  " }, 400],
    ["21 characters as nickname", { memberNichen: "橙".repeat(21) }, 400],
    ["101 characters as signature", { memberSignature: "橙".repeat(101) }, 400],
    ["a picture hosted elsewhere", { memberAvatar: "https://example.com/a.png" }, 400],
    ["a path that is no picture", { memberAvatar: "/avatars/../keys.json" }, 400],
    ["another member", { memberCode: "10000000" }, 403],
  ])("refuses %s", async (_name, body, code) => {
    const guest = await registerDevice(upstream, "refused-device");
    expect(await update(guest, body)).toMatchObject({ code });
  });

  it("a picture is uploaded, stored, and served again", async () => {
    const guest = await registerDevice(upstream, "picture-device");
    const art = await fetch(`${upstream.url}/art/banner-sea.webp`);
    const raw = new FormData();
    raw.append("file", new File([await art.arrayBuffer()], "me.webp", { type: "image/webp" }));
    const answer = await guest.send<{ file: string }>("/app-api/member/updateimg", {}, { raw });
    expect(answer).toMatchObject({ code: 0 });
    expect((await fetch(answer.data.file)).headers.get("content-type")).toBe("image/webp");
    expect(await update(guest, { memberAvatar: answer.data.file })).toMatchObject({ code: 0 });
    expect(await guest.profile()).toMatchObject({ memberAvatar: answer.data.file });
  });
});
