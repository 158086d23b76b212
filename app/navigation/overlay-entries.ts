import { useLocation } from "@remix-run/react";
import { useRef } from "react";
import { entryKey, entryOverlays, pushSameEntry } from "../remix/history.ts";
import { isFollowing } from "./link.tsx";
import { useCommitEffect } from "./scroll-place.ts";

interface Overlay {
  /** The router's key of the page that it lies on. */
  page: string;
  close: () => void;
}

let overlays: Overlay[] = [];
/** Those on the current entry's page, the topmost last. */
const open = () => overlays.filter((overlay) => overlay.page === entryKey());
/** While entries are being left by our own `history.go`; a limit ends it where the browser says nothing of that. */
let leaving: number | undefined;
const LEAVING_MS = 2_000;
/** The current entry's page, and for how many overlays it stands. */
const here = () => ({ page: entryKey(), depth: entryOverlays() });
/** The same, but for entries that the router has just added. */
let at = { page: "", depth: 0 };

/** Back closes this overlay and does nothing else: it has a history entry, which the router never sees. */
export function useOverlayEntry(isOpen: boolean, onClose: () => void) {
  const close = useRef(onClose);
  close.current = onClose;
  // the entry comes before the paint: whoever goes back as soon as they see the overlay closes it
  useCommitEffect(() => {
    if (!isOpen) return;
    const overlay: Overlay = { page: entryKey(), close: () => close.current() };
    overlays.push(overlay);
    matchEntry();
    return () => {
      remove(overlay);
      queueMicrotask(matchEntry);
    };
  }, [isOpen]);
}

function remove(overlay: Overlay) {
  overlays = overlays.filter((other) => other !== overlay);
}

/** For the root: when another entry's page is shown, an entry whose overlay is gone is left. */
export function useOverlayPage() {
  const { key } = useLocation();
  useCommitEffect(() => {
    finishLeaving();
    at = here();
    queueMicrotask(matchEntry);
  }, [key]);
}

function finishLeaving() {
  window.clearTimeout(leaving);
  leaving = undefined;
}

/** Adds entries for new overlays, and leaves those whose overlay is closed. */
function matchEntry() {
  if (leaving) return;
  const missing = open().length - entryOverlays();
  if (missing > 0) {
    pushSameEntry();
    at = here();
    matchEntry();
  } else if (missing < 0) {
    leaving = window.setTimeout(finishLeaving, LEAVING_MS);
    window.history.go(missing);
  }
}

function onPopState(event: PopStateEvent) {
  const from = at;
  at = here();
  if (from.page !== at.page || from.depth === at.depth) return;
  // a navigation that was begun in an overlay is cancelled by the router
  if (!isFollowing()) event.stopImmediatePropagation();
  for (const overlay of leaving ? [] : open().slice(at.depth)) {
    remove(overlay);
    overlay.close();
  }
  finishLeaving();
  matchEntry();
}

/** Before the router, so that it takes no notice of overlays. */
export const watchOverlayEntries = () =>
  window.addEventListener("popstate", onPopState, { capture: true });
