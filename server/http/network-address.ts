import ipaddr from "ipaddr.js";

/** Converts IPv4-mapped IPv6 to IPv4; undefined if it is not an address. */
const parse = (address: string) => (ipaddr.isValid(address) ? ipaddr.process(address) : undefined);

/** What a household shares: an IPv4 address, or a /64 of IPv6. */
export function networkPrefixOf(address: string): string {
  const parsed = parse(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed?.toString() ?? address;
  const prefix = parsed.parts.slice(0, 4).map((group) => group.toString(16));
  return `${prefix.join(":")}::/64`;
}

const LOCAL = new Set(["unspecified", "loopback", "private", "linkLocal", "uniqueLocal"]);

/**
 * False for loopback and private addresses: such a peer is a proxy that TRUST_PROXY does not count, with all visitors
 * behind it.
 */
export function identifiesClient(address: string): boolean {
  const parsed = parse(address);
  return parsed !== undefined && !LOCAL.has(parsed.range());
}

/** A client's network; undefined if the address does not identify a client. */
export const networkOf = (address: string): string | undefined =>
  identifiesClient(address) ? networkPrefixOf(address) : undefined;

/** Whether a text is an IP address, not a name. */
export const isAddress = (text: string): boolean => ipaddr.isValid(text);

/** Whether a host, as a name or IP address, also in brackets, is loopback. */
export const isLoopback = (host: string): boolean =>
  /(^|\.)localhost$/i.test(host) || parse(host.replace(/^\[|\]$/g, ""))?.range() === "loopback";

/** Whether an IP address is public: not loopback, private or reserved. */
export const isOnInternet = (address: string): boolean => parse(address)?.range() === "unicast";
