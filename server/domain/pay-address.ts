import type { UpstreamOrigins } from "../upstream-client/places.ts";

/** Order pages of the upstream's own cashier, and what they are made of. */
const CASHIER_PAGE = /^\/cashier\/[\w-]{16,64}$/;

/** Hosts that name the machine itself. */
const loopback = (hostname: string) =>
  /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);

/**
 * Where a browser may be sent to pay, or undefined for an address that must not be opened: only http and https, and
 * plain http only on the upstream's own host or loopback. Source: upstream contract, settled point 7.
 *
 * Order pages of the upstream's own cashier become paths of this site, which hands them through: phones may not
 * reach the upstream, and its address stays unknown.
 *
 * @param places the upstream's servers
 */
export function payAddress(payUrl: string, places: UpstreamOrigins): string | undefined {
  if (!URL.canParse(payUrl)) return undefined;
  const url = new URL(payUrl);
  const plainAllowed = places.isOwnHost(url.href) || loopback(url.hostname);
  if (url.protocol !== "https:" && !(url.protocol === "http:" && plainAllowed)) return undefined;
  const own = places.isOwn(url.href) && CASHIER_PAGE.test(url.pathname);
  return own && url.search === "" ? url.pathname : url.href;
}
