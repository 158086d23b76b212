import { showTheme } from "../styles/page-colours.ts";
import { finishedVideos, hideVideos, rawStored, videosToContinue } from "./before-first-paint.ts";

/* The inline script in each document's head. If storage is missing or corrupt, the document stays as it is. */

function attempt(work: () => void) {
  try {
    work();
  } catch {
    // storage is missing or corrupt
  }
}

attempt(() => showTheme(rawStored("theme", "system")));

attempt(() => {
  const history = {
    videoHistory: rawStored("videoHistory", []),
    knownVideos: rawStored("knownVideos", []),
    removedHistory: rawStored("removedHistory", []),
  };
  const recordedVideos = JSON.parse(sessionStorage.getItem("recordedVideos") ?? "[]");
  const found = videosToContinue({ ...history, recordedVideos });
  document.documentElement.toggleAttribute("data-can-continue", found.length > 0);
  const finished = rawStored("hideWatched", false) ? finishedVideos(history, location) : [];
  hideVideos([...rawStored("unwantedVideos", []), ...finished]);
});

// if the visitor goes back before hydration, the browser changes only the URL: reload to show the right page
const currentPath = () => location.pathname + location.search;
const { dataset } = document.documentElement;
const shownPath = currentPath();
const onReturn = (event: Event) => {
  if ("hydrated" in dataset || currentPath() === shownPath) return;
  event.stopImmediatePropagation();
  dataset.reloading = "yes";
  location.reload();
};
addEventListener("popstate", onReturn, { capture: true });
