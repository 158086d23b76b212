import { isServerReachable, whenServerReachable } from "../../navigation/server-reachable.ts";
import { firstTimeInSession } from "../../session/storage.ts";

/**
 * A part of the app that the server no longer has belongs to a build that was replaced: the page is loaded anew, once
 * for each such part. Where there is only no network the page stays, and whoever wanted the part says that it failed.
 */
export function recoverMissingCode() {
  window.addEventListener("vite:preloadError", async ({ payload }) => {
    if (!(await isServerReachable())) return;
    if (firstTimeInSession(`reloaded for ${payload.message}`)) window.location.reload();
  });
  window.addEventListener("error", ({ target }) => reloadStyles(target), true);
}

/** Code is asked for again by whoever wants it, but Vite takes styles that it has asked for as loaded. */
async function reloadStyles(link: EventTarget | null) {
  if (!(link instanceof HTMLLinkElement) || link.rel !== "stylesheet") return;
  if (!(await isServerReachable())) await whenServerReachable();
  else if ("again" in link.dataset) return;
  const again = document.createElement("link");
  again.dataset.again = "";
  // React may know the first one
  link.after(Object.assign(again, { rel: link.rel, href: link.href }));
}
