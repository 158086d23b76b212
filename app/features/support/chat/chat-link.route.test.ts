import { expect, test } from "vitest";
import { customerServiceAddress } from "./chat-link.route.ts";

const addressFor = (setting: string) => customerServiceAddress(setting, "https://site.test");

test("customer service is the site's own chat unless the operator sets another address", () => {
  expect(addressFor("/chatlink.html")).toBe("/service");
  const external = "https://help.example/chat?from=site";
  expect(addressFor(external)).toBe(external);
  expect(addressFor("/help")).toBe("/help");
});

test("the link never leads back to itself", () => {
  for (const link of [
    "https://site.test/chatlink.html",
    "/chatlink.html?a=1",
    "/x/../chatlink.html",
  ])
    expect(addressFor(link)).toBe("/service");
  const elsewhere = "https://elsewhere.test/chatlink.html";
  expect(addressFor(elsewhere)).toBe(elsewhere);
});
