import ipaddr from "ipaddr.js";

const parse = (address: string) => (ipaddr.isValid(address) ? ipaddr.process(address) : undefined);

/** The network that a household shares: an IPv4 address, or a /64 of IPv6. */
export function networkPrefixOf(address: string): string {
  const parsed = parse(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed?.toString() ?? address;
  const prefix = parsed.parts.slice(0, 4).map((group) => group.toString(16));
  return `${prefix.join(":")}::/64`;
}

const LOCAL = new Set(["unspecified", "loopback", "private", "linkLocal", "uniqueLocal"]);

/** A loopback or private address belongs to a proxy that TRUST_PROXY does not count, and is every visitor's. */
export function identifiesClient(address: string): boolean {
  const parsed = parse(address);
  return parsed !== undefined && !LOCAL.has(parsed.range());
}

export const networkOf = (address: string): string | undefined =>
  identifiesClient(address) ? networkPrefixOf(address) : undefined;

export const isAddress = (text: string): boolean => ipaddr.isValid(text);

/** `host` is a name or an IP address, which may be in brackets. */
export const isLoopback = (host: string): boolean =>
  /(^|\.)localhost$/i.test(host) || parse(host.replace(/^\[|\]$/g, ""))?.range() === "loopback";

export const isOnInternet = (address: string): boolean => parse(address)?.range() === "unicast";
