import { expect, test } from "vitest";
import { isPublicAddress, networkPrefixOf } from "./counters.ts";

test.each([
  ["192.0.2.1", "192.0.2.1"],
  ["::ffff:192.0.2.1", "192.0.2.1"],
  ["2001:DB8:0:12::1", "2001:db8:0:12::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
])("the address %s belongs to %s", (address, household) => {
  expect(networkPrefixOf(address)).toBe(household);
});

test.each([
  ["", false],
  ["127.0.0.1", false],
  ["::ffff:10.1.2.3", false],
  ["172.16.0.1", false],
  ["192.168.1.5", false],
  ["::1", false],
  ["fd00::1", false],
  ["172.32.0.1", true],
  ["203.0.113.7", true],
  ["2001:db8::1", true],
])("the address %j stands for somebody: %j", (address, yes) => {
  expect(isPublicAddress(address)).toBe(yes);
});
