import { showTheme } from "../styles/page-colours.ts";
import { hideCards, rawStored, videosToContinue } from "./before-first-paint.ts";

/* The inline script in each document's head. Without a storage, or with a corrupt one, the document stays as it is. */

function attempt(work: () => void) {
  try {
    work();
  } catch {
    // see above
  }
}

attempt(() => showTheme(rawStored("theme", "system")));

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

// before the scripts run, Back to an entry of the same document changes only its address: load that page
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
