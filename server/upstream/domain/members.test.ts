import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openStore, type Store } from "../db/open-store.ts";
import { members } from "../db/schema.ts";
import { findOrCreateMember, issueToken, memberOfToken } from "./members.ts";

let store: Store;
beforeAll(async () => {
  store = await openStore();
});
afterAll(() => store.close());

it("50 concurrent registrations of one device make one member", async () => {
  const made = await Promise.all(
    Array.from({ length: 50 }, () => findOrCreateMember(store.db, "one-device")),
  );
  expect(new Set(made.map(({ code }) => code)).size).toBe(1);
  expect(await store.db.select().from(members).where(eq(members.uuid, "one-device"))).toHaveLength(
    1,
  );
});

it("each device is its own member, named after its eight-digit code", async () => {
  const one = await findOrCreateMember(store.db, "device-a");
  const other = await findOrCreateMember(store.db, "device-b");
  expect(one.code).toMatch(/^[1-9]\d{7}$/);
  expect(one.code).not.toBe(other.code);
  expect(one).toMatchObject({ name: `u${one.code}`, nickname: `游客${one.code.slice(-4)}` });
  expect(one.temporaryPassword).toHaveLength(8);
});

it("a new token does not end the older ones of the member", async () => {
  const member = await findOrCreateMember(store.db, "two-tabs");
  const older = await issueToken(store.db, member);
  const newer = await issueToken(store.db, member);
  expect(newer).not.toBe(older);
  for (const token of [older, newer]) {
    expect(await memberOfToken(store.db, token)).toMatchObject({ code: member.code });
  }
});
