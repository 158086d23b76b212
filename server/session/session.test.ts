import { parseCookie } from "cookie";
import { expect, test } from "vitest";
import { createSealer } from "../secrets/seal.ts";
import { isSurelyUnregistered, isUnregistered, newVisitorCookie, openSession } from "./session.ts";

const sealer = createSealer(["s".repeat(32)]);
const open = (cookie: string | null, secure = false) =>
  openSession(parseCookie(cookie ?? ""), { sealer, secure });
const pair = (header: string | undefined) => header?.split(";")[0] ?? "";
/** The Cookie header after an answer with these Set-Cookie headers. */
const cookieAfter = (headers: readonly string[]) => pair(headers[0]);

test("a new visitor gets a cookie at once, and has the same device from then on", () => {
  const first = open(null);
  const [cookie] = first.commit();
  expect(cookie).toMatch(/^newcomer=.+; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/i);
  const second = open(pair(cookie));
  expect(second.device).toBe(first.device);
  expect(second.commit(), "nothing changed").toEqual([]);
});

test("a new visitor's beacon gets no cookie, but a change does", () => {
  const session = open(null, true);
  expect(session.commit(false)).toEqual([]);
  session.update({ flash: "一句话" });
  expect(session.commit(false)).toHaveLength(1);
});

test("a forgotten visitor's browser keeps no cookie of this site, not even the age gate's", () => {
  const session = open(null, true);
  session.forget();
  expect(session.commit().map((cookie) => /^__Host-(\w+)=; Max-Age=0/.exec(cookie)?.[1])).toEqual([
    "visitor",
    "newcomer",
    "adult",
    "blurred",
    "entry",
  ]);
});

test("the first cookie does not reveal the device, and a visitor cannot choose the device", () => {
  const { device, commit } = open(null);
  expect(cookieAfter(commit())).not.toContain(device);
  const chosen = open(`newcomer=${device}`);
  expect(chosen.device).not.toBe(device);
  expect(chosen.device).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/);
});

test("a session that is stored during the first visit keeps the device of the first cookie", () => {
  const first = open(pair(newVisitorCookie(false)));
  expect(first.commit(), "nothing changed").toEqual([]);
  first.update({ afterPayment: "83920174" });
  const second = open(cookieAfter(first.commit()));
  expect(second).toMatchObject({ device: first.device, afterPayment: "83920174" });
});

test("over TLS the cookie is bound to this host", () => {
  const session = open(null, true);
  expect(session.commit()).toEqual([expect.stringMatching(/^__Host-newcomer=.+Secure/)]);
  session.update({ credentials: { token: "t", memberCode: "1" } });
  expect(session.commit()).toEqual([expect.stringMatching(/^__Host-visitor=.+Secure/)]);
});

test("credentials are restored, and are not readable in the cookie", () => {
  const session = open(null);
  session.update({ credentials: { token: "secret-token", memberCode: "83920174" } });
  const cookie = cookieAfter(session.commit());
  expect(cookie).not.toContain("secret-token");
  expect(open(cookie).credentials).toEqual({ token: "secret-token", memberCode: "83920174" });
  expect(cookie.length).toBeLessThan(4096);
});

test.each([
  ...["visitor=garbage", "visitor=", "newcomer=garbage", "newcomer=", "other=1"],
  `visitor=${sealer.seal("session", "{}")}`,
])("with the cookie %s, the visitor counts as new", (cookie) => {
  expect(open(cookie).commit()).toHaveLength(1);
});

test("after a rotation of the secret, the visitor keeps the session, and the cookie is sealed with the new secret", () => {
  const [old, next] = ["o".repeat(32), "n".repeat(32)];
  const under = (cookie: string | null, ...secrets: string[]) =>
    openSession(parseCookie(cookie ?? ""), { sealer: createSealer(secrets), secure: false });
  const before = under(null, old);
  before.update({ afterPayment: "83920174" });
  const during = under(cookieAfter(before.commit()), next, old);
  expect(during.device).toBe(before.device);
  const renewed = cookieAfter(during.commit());
  expect(under(renewed, next, old).commit(), "once").toEqual([]);
  expect(under(renewed, next).device).toBe(before.device);
});

test("a visitor without a cookie or with only a seed is surely unregistered, a visitor with a sealed session is not", () => {
  const isSurely = (cookie: string, secure = false) =>
    isSurelyUnregistered(parseCookie(cookie), secure);
  const seed = pair(newVisitorCookie(false));
  for (const cookie of ["", "other=1", seed]) {
    expect([isSurely(cookie), isUnregistered(open(cookie))]).toEqual([true, true]);
  }
  const session = open(seed);
  session.update({ flash: "x" });
  expect(isSurely(cookieAfter(session.commit()))).toBe(false);
  session.update({ credentials: { token: "t", memberCode: "1" } });
  const signedIn = cookieAfter(session.commit());
  expect([isSurely(signedIn), isUnregistered(open(signedIn))]).toEqual([false, false]);
  expect(isSurely(`__Host-${signedIn}`, true)).toBe(false);
  session.update({
    credentials: undefined,
    ended: { reason: "expired", ofGuest: true, told: true },
  });
  expect(isUnregistered(open(cookieAfter(session.commit())))).toBe(false);
});

test("a late newcomer's cookie does not replace the cookie of a registered visitor, and is removed", () => {
  const other = pair(newVisitorCookie(false));
  const invited = open(other);
  invited.update({ invitation: { inviter: "1" } });
  const registered = open(pair(newVisitorCookie(false)));
  registered.update({ credentials: { token: "t", memberCode: "1" }, guest: "1" });
  const [visitor, removed] = registered.commit();
  expect(removed).toMatch(/^newcomer=; Max-Age=0; Path=\/; HttpOnly/);

  for (const late of [other, cookieAfter(invited.commit())]) {
    expect(isSurelyUnregistered(parseCookie(`${late}; ${pair(visitor)}`), false)).toBe(false);
    const session = open(`${late}; ${pair(visitor)}`);
    expect(session).toMatchObject({ device: registered.device, guest: "1" });
    expect(session.invitation).toBeUndefined();
    expect(session.commit(), "nothing changed").toEqual([]);

    // as after a new password on another device: the old device must not return
    session.becomeNewDevice();
    session.update({ credentials: undefined, ended: undefined });
    const [renewed, gone] = session.commit();
    expect(gone).toBe(removed);
    const next = open(`${late}; ${pair(renewed)}`);
    expect(isUnregistered(next)).toBe(true);
    expect(next.device).toBe(session.device);
    expect(next.device).not.toBe(registered.device);
  }
});
