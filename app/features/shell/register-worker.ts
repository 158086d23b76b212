import { savesData } from "../../device/playback.ts";
import { firstTimeInSession } from "../../device/storage.ts";
import { followedAddress } from "../../navigation/link.tsx";
import { isServerReachable, whenServerReachable } from "../../navigation/server-reachable.ts";
import { whenIdle } from "../../ui/idle-part.tsx";
import { whenVisible } from "../../ui/when-visible.ts";

const measurePage = async () => (await import("../../player/telemetry/report.ts")).reportVitals();

export async function registerWorker() {
  recoverMissingCode();
  if (!savesData()) whenVisible(() => whenIdle(() => void measurePage().catch(() => undefined)));
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  await serviceWorker.register("/sw.js");
  const { active } = await serviceWorker.ready;
  if (!savesData()) whenVisible(() => whenIdle(() => active?.postMessage("cache-build")));
}

function recoverMissingCode() {
  window.addEventListener("vite:preloadError", async ({ payload }) => {
    if (await isServerReachable()) reloadOnce(payload.message);
  });
  window.addEventListener("error", ({ target }) => reloadStyles(target), true);
  // Safari before 26.2 has no Navigation API, and reloads the current page
  window.navigation?.addEventListener("navigate", loadNextPage);
}

const reloadOnce = (reason: string) =>
  firstTimeInSession(`reloaded for ${reason}`) && window.location.reload();

/** A failed script is imported again, but Vite treats a style sheet as loaded once it was requested. */
async function reloadStyles(link: EventTarget | null) {
  if (!(link instanceof HTMLLinkElement) || link.rel !== "stylesheet") return;
  if (!(await isServerReachable())) await whenServerReachable();
  else if ("again" in link.dataset) return void reloadOnce(link.href);
  const again = document.createElement("link");
  again.dataset.again = "";
  // React may own the original element
  link.after(Object.assign(again, { rel: link.rel, href: link.href }));
}

/** If the next page's code is missing, Remix reloads the current page: this loads the next one instead. */
function loadNextPage(event: NavigateEvent) {
  const wanted = followedAddress();
  if (event.navigationType !== "reload" || event.userInitiated || !wanted) return;
  event.preventDefault();
  window.location.assign(wanted);
}
