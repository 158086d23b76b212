import ipaddr from "ipaddr.js";

/** IPv4 within IPv6 is IPv4; undefined for what is no address. */
const parse = (address: string) => (ipaddr.isValid(address) ? ipaddr.process(address) : undefined);

/** A household has one IPv4 address, or a /64 of IPv6 ones. */
export function networkPrefixOf(address: string): string {
  const parsed = parse(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed?.toString() ?? address;
  const prefix = parsed.parts.slice(0, 4).map((group) => group.toString(16));
  return `${prefix.join(":")}::/64`;
}

const LOCAL = new Set(["unspecified", "loopback", "private", "linkLocal", "uniqueLocal"]);

/**
 * False for addresses of this machine and of private networks: they are those of a proxy that TRUST_PROXY does not
 * name, with all visitors behind it.
 */
export function standsForSomebody(address: string): boolean {
  const parsed = parse(address);
  return parsed !== undefined && !LOCAL.has(parsed.range());
}

/** The network that somebody comes from; undefined where the address stands for nobody in particular. */
export const networkOf = (address: string): string | undefined =>
  standsForSomebody(address) ? networkPrefixOf(address) : undefined;

/** Whether a text is an address, and not a name. */
export const isAddress = (text: string): boolean => ipaddr.isValid(text);

/** Whether a host, by its name or as it stands in an address, is this machine itself. */
export const isThisMachine = (host: string): boolean =>
  /(^|\.)localhost$/i.test(host) || parse(host.replace(/^\[|\]$/g, ""))?.range() === "loopback";

/** Whether an address belongs to a machine on the internet: none of this machine's, of its networks, or reserved. */
export const isOnInternet = (address: string): boolean => parse(address)?.range() === "unicast";
