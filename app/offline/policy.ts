/** What the worker does about a request; `network` is to let it pass untouched. */
export type Policy = "offline" | "asset" | "cover" | "page" | "network";

export const OFFLINE_PAGE = "/offline.html";

/** What must be on the device before there is no network. */
export const OFFLINE_FILES = [OFFLINE_PAGE, "/offline.js", "/offline.css", "/favicon.svg"];

type Asked = Pick<Request, "url" | "method" | "mode">;

/**
 * Built files never change under their names, and neither do covers. Pages always come from the network:
 * they are the visitor's own. Everything else (streams, data, what is sent) is none of the worker's business.
 */
export function policyFor({ url, method, mode }: Asked, origin: string): Policy {
  const { origin: server, pathname } = new URL(url);
  if (method !== "GET" || server !== origin) return "network";
  if (OFFLINE_FILES.includes(pathname)) return "offline";
  if (pathname.startsWith("/assets/")) return "asset";
  if (pathname.startsWith("/image/"))
    return pathname.startsWith("/image/private.") ? "network" : "cover";
  return mode === "navigate" ? "page" : "network";
}
