import { expect, test } from "vitest";
import { policyFor } from "./policy.ts";

const origin = "https://site.test";
const policy = (path: string, about: Partial<Pick<Request, "method" | "mode">> = {}) =>
  policyFor({ url: new URL(path, origin).href, method: "GET", mode: "no-cors", ...about }, origin);

test("built files, covers and the offline page's files may come from the cache", () => {
  expect(policy("/assets/root-Ab12.js")).toBe("asset");
  expect(policy("/offline.css")).toBe("offline");
  expect(policy("/image/sealed?w=540")).toBe("cover");
});

test("pages come from the network and fall back on an offline page", () => {
  expect(policy("/mine", { mode: "navigate" })).toBe("page");
  expect(policy("/", { mode: "navigate" })).toBe("page");
});

test.each([
  ["/stream/ticket/index.m3u8", {}],
  ["/stream/ticket/media.m4s", {}],
  ["/member.data", {}],
  ["/sign.data", {}],
  ["/service.data?known=1-a", {}],
  ["/image/private.sealed?w=360", {}],
  ["/manifest.webmanifest", {}],
  ["/as/notes/manifest.webmanifest", {}],
  ["/as/notes/favicon.svg", {}],
  ["/healthz", {}],
  ["https://cdn.example/offline.css", {}],
  ["/assets/root-Ab12.js", { method: "POST" }],
  ["/videoinfo?id=1", { method: "POST", mode: "navigate" }],
  ["/feed", { method: "POST", mode: "navigate" }],
  ["https://cdn.example/assets/x.js", {}],
] as const)("%s %j is passed through", (path, about) => {
  expect(policy(path, about)).toBe("network");
});
