import { expect, test } from "vitest";
import { createCacheability } from "../outcomes/defer-after.ts";
import { createSealer } from "../secrets/seal.ts";
import { createFlash, safeRedirectPath } from "./redirects.ts";
import { openSession } from "./session.ts";

const target = (wanted: string | null) => safeRedirectPath(wanted, "https://site.test");

test("a path on this site is kept, with its query", () => {
  expect(target("/videoinfo?id=100301")).toBe("/videoinfo?id=100301");
  expect(target("https://site.test/sign")).toBe("/sign");
});

test.each([
  null,
  "",
  "https://evil.example/",
  "//evil.example",
  "/\\evil.example",
  "/\t/evil.example",
  "/a/..//evil.example",
  "https://site.test//evil.example",
  "javascript:alert(1)",
  "http://site.test/",
  "https://[",
])("%j redirects to the home page", (wanted) => {
  expect(target(wanted)).toBe("/");
});

const sealer = createSealer(["test-secret-test-secret-test-secret"]);
const session = () => openSession({}, { sealer, secure: false });

test("a script's form is not redirected; a native form is, with a message that is shown once", () => {
  const own = session();
  const cacheability = createCacheability();
  const script = createFlash({ accept: "*/*", session: own, cacheability });
  expect(script.redirectNativeForm("/feed", "感谢您的留言")).toBeUndefined();
  expect(script.takeFlash()).toBeUndefined();

  const browser = createFlash({ accept: "text/html,*/*;q=0.8", session: own, cacheability });
  const answer = browser.redirectNativeForm("/feed", "感谢您的留言");
  expect([answer?.status, answer?.headers.get("location")]).toEqual([303, "/feed"]);
  expect(browser.takeFlash()).toBe("感谢您的留言");
  expect(browser.takeFlash()).toBeUndefined();
});

test("the message of an incomplete page is shown again after the reload", () => {
  const own = session();
  const half = { ...createCacheability(), incomplete: true };
  const accept = "text/html";
  createFlash({ accept, session: own, cacheability: half }).redirectNativeForm(
    "/history",
    "清除成功",
  );
  expect(createFlash({ accept, session: own, cacheability: half }).takeFlash()).toBe("清除成功");
  const whole = createFlash({ accept, session: own, cacheability: createCacheability() });
  expect([whole.takeFlash(), whole.takeFlash()]).toEqual(["清除成功", undefined]);
});
