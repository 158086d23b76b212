import { isServerReachable, whenServerReachable } from "../../navigation/server-reachable.ts";
import { firstTimeInSession } from "../../session/storage.ts";

/** Chunks of a replaced build are missing on the server: reloads the page, once per chunk, unless it is offline. */
export function recoverMissingCode() {
  window.addEventListener("vite:preloadError", async ({ payload }) => {
    if (!(await isServerReachable())) return;
    if (firstTimeInSession(`reloaded for ${payload.message}`)) window.location.reload();
  });
  window.addEventListener("error", ({ target }) => reloadStyles(target), true);
}

/** Importers retry scripts, but Vite treats a requested style sheet as loaded. */
async function reloadStyles(link: EventTarget | null) {
  if (!(link instanceof HTMLLinkElement) || link.rel !== "stylesheet") return;
  if (!(await isServerReachable())) await whenServerReachable();
  else if ("again" in link.dataset) return;
  const again = document.createElement("link");
  again.dataset.again = "";
  // React may own the original element
  link.after(Object.assign(again, { rel: link.rel, href: link.href }));
}
