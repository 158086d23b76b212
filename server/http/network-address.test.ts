import { expect, test } from "vitest";
import { identifiesClient, isOnInternet, networkPrefixOf } from "./network-address.ts";

test.each([
  ["192.0.2.1", "192.0.2.1"],
  ["::ffff:192.0.2.1", "192.0.2.1"],
  ["2001:DB8:0:12::1", "2001:db8:0:12::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
])("the address %s is in the network %s", (address, network) => {
  expect(networkPrefixOf(address)).toBe(network);
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
])("whether the address %j identifies a client: %j", (address, identifies) => {
  expect(identifiesClient(address)).toBe(identifies);
});

test.each([
  "",
  "localhost",
  "127.0.0.1",
  "127.9.9.9",
  "0.0.0.0",
  "10.0.0.1",
  "100.64.0.1",
  "169.254.169.254",
  "192.168.0.1",
  "224.0.0.1",
  "255.255.255.255",
  "::",
  "::1",
  "::ffff:127.0.0.1",
  "::ffff:7f00:1",
  "64:ff9b::7f00:1",
  "2002:7f00:1::",
  "fc00::1",
  "fe80::1",
  "ff02::1",
])("the address %j is not on the internet", (address) => {
  expect(isOnInternet(address)).toBe(false);
});

test.each(["1.1.1.1", "172.32.0.1", "2606:4700:4700::1111", "::ffff:1.1.1.1"])(
  "the address %s is on the internet",
  (address) => {
    expect(isOnInternet(address)).toBe(true);
  },
);
