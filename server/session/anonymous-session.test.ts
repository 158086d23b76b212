import { expect, test } from "vitest";
import { createCacheability } from "../outcomes/defer-after.ts";
import { anonymousSession } from "./anonymous-session.ts";
import { isUnregistered } from "./session.ts";

test("a document for everybody that asks who is visiting fails, and is nobody else's even where that is caught", () => {
  for (const ask of ["device", "credentials", "guest", "update", "commit"] as const) {
    const cacheability = createCacheability();
    const session = anonymousSession(cacheability, "/videoinfo", false);
    expect(cacheability.personal).toBe(false);
    expect(() => session[ask]).toThrow("/videoinfo");
    expect(cacheability.personal).toBe(true);
  }
});

test("a document for who is nobody yet knows that they are, and nothing else of them", () => {
  const cacheability = createCacheability();
  const session = anonymousSession(cacheability, "/stream", true);
  expect([isUnregistered(session), cacheability.personal]).toEqual([true, false]);
  for (const ask of ["device", "guest", "invitation", "accounts", "update", "commit"] as const) {
    expect(() => session[ask]).toThrow("/stream");
  }
  expect(cacheability.personal).toBe(true);
});
