import { expect, test } from "vitest";
import { customerServiceAddress } from "./chat-link.route.ts";

const addressFor = (setting: string) => customerServiceAddress(setting, "https://site.test");

test("customer service is the site's own chat unless the operator sets another address", () => {
  expect(addressFor("/chatlink.html")).toBe("/service");
  expect(addressFor("https://help.example/chat?from=site")).toBe(
    "https://help.example/chat?from=site",
  );
  expect(addressFor("/help")).toBe("/help");
});

test("the link never leads back to itself", () => {
  for (const link of [
    "https://site.test/chatlink.html",
    "/chatlink.html?a=1",
    "/x/../chatlink.html",
  ])
    expect(addressFor(link)).toBe("/service");
  expect(addressFor("https://elsewhere.test/chatlink.html")).toBe(
    "https://elsewhere.test/chatlink.html",
  );
});
