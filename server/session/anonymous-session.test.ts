import { expect, test } from "vitest";
import { createCacheability } from "../outcomes/defer-after.ts";
import { anonymousSession } from "./anonymous-session.ts";
import { isUnregistered } from "./session.ts";

test("a shared document throws if it uses visitor data, and is not cached even if the error is caught", () => {
  for (const field of ["device", "credentials", "guest", "update", "commit"] as const) {
    const cacheability = createCacheability();
    const session = anonymousSession(cacheability, "/videoinfo", false);
    expect(cacheability.personal).toBe(false);
    expect(() => session[field]).toThrow("/videoinfo");
    expect(cacheability.personal).toBe(true);
  }
});

test("a document for unregistered visitors may read only that they are unregistered", () => {
  const cacheability = createCacheability();
  const session = anonymousSession(cacheability, "/stream", true);
  expect([isUnregistered(session), cacheability.personal]).toEqual([true, false]);
  for (const field of ["device", "guest", "invitation", "accounts", "update", "commit"] as const) {
    expect(() => session[field]).toThrow("/stream");
  }
  expect(cacheability.personal).toBe(true);
});
