export type Policy = "offline" | "asset" | "cover" | "page" | "network";

export const OFFLINE_PAGE = "/offline.html";

export const OFFLINE_FILES = [OFFLINE_PAGE, "/offline.js", "/offline.css", "/favicon.svg"];

type PolicyInput = Pick<Request, "url" | "method" | "mode">;

/** Built files and covers are immutable. Pages are private to the visitor, so they always come from the network. */
export function policyFor({ url, method, mode }: PolicyInput, origin: string): Policy {
  const { origin: server, pathname } = new URL(url);
  if (method !== "GET" || server !== origin) return "network";
  if (OFFLINE_FILES.includes(pathname)) return "offline";
  if (pathname.startsWith("/assets/")) return "asset";
  if (pathname.startsWith("/image/"))
    return pathname.startsWith("/image/private.") ? "network" : "cover";
  return mode === "navigate" ? "page" : "network";
}
