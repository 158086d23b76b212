import { expect, test } from "vitest";
import { customerServiceAddress } from "./chat-link.route.ts";

const lead = (setting: string) => customerServiceAddress(setting, "https://site.test");

test("customer service is this site's chat unless the operator sets another address", () => {
  expect(lead("/chatlink.html")).toBe("/service");
  expect(lead("https://help.example/chat?from=site")).toBe("https://help.example/chat?from=site");
  expect(lead("/help")).toBe("/help");
});

test("the link never leads back to itself", () => {
  for (const itself of [
    "https://site.test/chatlink.html",
    "/chatlink.html?a=1",
    "/x/../chatlink.html",
  ])
    expect(lead(itself)).toBe("/service");
  expect(lead("https://elsewhere.test/chatlink.html")).toBe("https://elsewhere.test/chatlink.html");
});
