import { serverAnswers, whenServerAnswers } from "../../navigation/server-answers.ts";
import { firstTimeInSession } from "../../session/storage.ts";

/**
 * A part of the app that the server no longer has belongs to a build that was replaced: the page is loaded anew, once
 * for each such part. Where there is only no network the page stays, and whoever wanted the part says that it failed.
 */
export function answerMissingCode() {
  window.addEventListener("vite:preloadError", async ({ payload }) => {
    if (!(await serverAnswers())) return;
    if (firstTimeInSession(`reloaded for ${payload.message}`)) window.location.reload();
  });
  window.addEventListener("error", ({ target }) => askAgainForStyles(target), true);
}

/** Code is asked for again by whoever wants it, but Vite takes styles that it has asked for as loaded. */
async function askAgainForStyles(link: EventTarget | null) {
  if (!(link instanceof HTMLLinkElement) || link.rel !== "stylesheet") return;
  if (!(await serverAnswers())) await whenServerAnswers();
  else if ("again" in link.dataset) return;
  const again = document.createElement("link");
  again.dataset.again = "";
  // React may know the first one
  link.after(Object.assign(again, { rel: link.rel, href: link.href }));
}
