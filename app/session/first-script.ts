import { showTheme } from "../styles/page-colours.ts";
import { hideCards, rawStored, videosToContinue } from "./before-first-paint.ts";

/*
 * The inline script of each document's head. Without a storage, or with a spoilt one, the document stays as it is.
 */

function attempt(work: () => void) {
  try {
    work();
  } catch {
    // see above
  }
}

attempt(() => showTheme(rawStored("theme", "system")));

// shows the place of the shelf
attempt(() => {
  const found = videosToContinue({
    videoHistory: rawStored("videoHistory", []),
    knownVideos: rawStored("knownVideos", []),
    removedHistory: rawStored("removedHistory", []),
    recordedVideos: JSON.parse(sessionStorage.getItem("recordedVideos") ?? "[]"),
  });
  document.documentElement.toggleAttribute("data-continues", found.length > 0);
  hideCards(rawStored("unwantedVideos", []));
});

/*
 * Before the scripts run, going back to what was an entry of the same document changes the address alone: its page is
 * loaded, as the router would take this document for that page's.
 */
const page = () => location.pathname + location.search;
const { dataset } = document.documentElement;
const shown = page();
const onReturn = (event: Event) => {
  if ("hydrated" in dataset || page() === shown) return;
  event.stopImmediatePropagation();
  dataset.left = "yes";
  location.reload();
};
addEventListener("popstate", onReturn, { capture: true });
