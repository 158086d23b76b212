import { showTheme } from "../styles/page-colours.ts";
import { neutralLooks } from "../texts/account.ts";
import { incognito } from "../texts/shell.ts";
import {
  blurCovers,
  finishedVideos,
  hideVideos,
  rawStored,
  videosToContinue,
} from "./before-first-paint.ts";
import { INCOGNITO, isIncognito } from "./incognito.ts";

/* The inline script in each document's head. If storage is missing or corrupt, the document stays as it is. */

const root = document.documentElement;

function attempt(work: () => void) {
  try {
    work();
  } catch {
    // storage is missing or corrupt
  }
}

type Events = WindowEventMap & Pick<DocumentEventMap, "visibilitychange">;

/** Before all other listeners. */
const on = <Type extends keyof Events>(type: Type, listener: (event: Events[Type]) => void) =>
  addEventListener(type, (event) => attempt(() => listener(event as Events[Type])), {
    capture: true,
  });

const allMedia = () => document.querySelectorAll<HTMLMediaElement>("video, audio");

/** Shows nothing of the site from now on, in this document's place in the tab's history. */
function leave() {
  root.hidden = true;
  for (const media of allMedia()) {
    media.muted = true;
    media.pause();
  }
  // no wish of the visitor's that the player should remember
  on("volumechange", (event) => event.stopImmediatePropagation());
  location.replace("about:blank");
  // last, as a browser may refuse it
  sessionStorage.setItem("left", "1");
}

// a page cannot remove the entries before its own, so those that one goes back to leave again
const leaveAgain = () => sessionStorage.getItem("left") && leave();
on("pageshow", ({ persisted }) => persisted && leaveAgain());
attempt(() => {
  const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (entry?.type === "back_forward") leaveAgain();
  else sessionStorage.removeItem("left");
});

const GESTURE_MS = 600;
let [first, second] = [-GESTURE_MS, -GESTURE_MS];
for (const type of ["pointerdown", "keydown"] as const)
  on(type, (event) => {
    const counts =
      event instanceof PointerEvent
        ? event.clientY < 48 || (event.target as Element).closest("header")
        : event.key === "Escape" && !event.repeat;
    if (!counts || !rawStored("quickExit", false)) return;
    if (event.timeStamp - first < GESTURE_MS) leave();
    [first, second] = [second, event.timeStamp];
  });

const PAGE_CHANGE_MS = 60_000;
let isLeaving = false;
let isUnlocked = false;

/** Old in a tab that the browser has restored. */
const hasRecentMark = () =>
  Date.now() - Number(sessionStorage.getItem("unlocked")) < PAGE_CHANGE_MS;

const isHidden = () => document.visibilityState === "hidden";

/** Before the system takes its picture for the app switcher, and until the visitor has unlocked the site. */
function cover(isLeft = isHidden() && root.hasAttribute("data-covered")) {
  const hasLock = rawStored("lock", null) !== null;
  const isCovered = isLeft && (hasLock || rawStored("discreet", true));
  // not `root`, which is another one if React has rendered the whole document again
  document.documentElement.toggleAttribute("data-covered", isCovered);
  document.documentElement.toggleAttribute("data-locked", hasLock && !isUnlocked);
  silenceLocked();
}
/** While the page is hidden, a video may play on. */
function silenceLocked() {
  if (isHidden() || !document.querySelector("html[data-locked]")) return;
  for (const media of allMedia()) media.pause();
}

attempt(() => {
  isUnlocked = hasRecentMark();
  cover();
});
on("play", silenceLocked);
on("visibilitychange", () => {
  if (isHidden() && !isLeaving) {
    isUnlocked = false;
    sessionStorage.removeItem("unlocked");
  }
  cover(isHidden());
});
on("pagehide", () => {
  isLeaving = true;
  if (isUnlocked) sessionStorage.setItem("unlocked", String(Date.now()));
});
on("pageshow", ({ persisted }) => {
  isLeaving = false;
  if (persisted) isUnlocked = hasRecentMark();
  cover();
});
addEventListener("unlock", () => {
  isUnlocked = true;
  cover();
});
addEventListener("cover", () => cover());

attempt(() => showTheme(rawStored("theme", "system")));

/** Changes the icon and name in the browser's tab, which the site also gets when the visitor installs it. */
function showLook(look: string) {
  const name = neutralLooks[look]?.label;
  for (const link of document.querySelectorAll("link[rel$=icon], link[rel=manifest]")) {
    const old = link.getAttribute("href") ?? "";
    const href = old.replace(/^(\/as\/\w+)?/, name ? `/as/${look}` : "");
    // whose address is set is fetched again
    if (href !== old) link.setAttribute("href", href);
  }
  const title = document.querySelector<HTMLMetaElement>("meta[name$=app-title]");
  if (!title) return;
  title.dataset.own ??= title.content;
  title.content = name ?? title.dataset.own;
}

attempt(() => showLook(rawStored("appLook", "site")));
addEventListener("look", (event) => showLook((event as CustomEvent<string>).detail));

attempt(() => {
  if (!isIncognito()) return;
  root.dataset.incognito = incognito;
  void navigator.locks.request(INCOGNITO, { mode: "shared" }, () => new Promise(() => {}));
});

attempt(() => blurCovers(rawStored("blurCovers", false)));

// the first tap on a blurred cover shows it, the next one follows its link
on("click", (event) => {
  const tapped = (event.target as Element).closest("img, :not(a):has(> img)");
  const image = tapped?.querySelector("img") ?? tapped;
  const isBlurred = image?.matches('[data-blurred] img[sizes]:not([data-shown], [sizes="88px"])');
  if (!isBlurred || !(image instanceof HTMLImageElement)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  image.dataset.shown = "";
  const whole = (image.currentSrc || image.src).replace(/\d+$/, "720");
  const sources = image.parentElement?.querySelectorAll<HTMLImageElement>("img, source") ?? [];
  for (const source of sources) source.srcset = whole;
});

attempt(() => {
  const history = {
    videoHistory: rawStored("videoHistory", []),
    knownVideos: rawStored("knownVideos", []),
    removedHistory: rawStored("removedHistory", []),
  };
  const recordedVideos = JSON.parse(sessionStorage.getItem("recordedVideos") ?? "[]");
  const found = videosToContinue({ ...history, recordedVideos });
  root.toggleAttribute("data-can-continue", found.length > 0);
  const finished = rawStored("hideWatched", false) ? finishedVideos(history, location) : [];
  hideVideos([...rawStored("unwantedVideos", []), ...finished]);
});

// if the visitor goes back before hydration, the browser changes only the URL: reload to show the right page
const currentPath = () => location.pathname + location.search;
const shownPath = currentPath();
on("popstate", (event) => {
  if ("hydrated" in root.dataset || currentPath() === shownPath) return;
  event.stopImmediatePropagation();
  root.dataset.reloading = "yes";
  location.reload();
});
