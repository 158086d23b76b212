import { useEffect, useRef } from "react";
import { afterPaint } from "../ui/after-paint.ts";

interface Overlay {
  /** The router's key of the page that it lies on. */
  page: string;
  close: () => void;
}

let overlays: Overlay[] = [];
/** Those on the current entry's page, the topmost last. */
const open = () => overlays.filter((overlay) => overlay.page === page());
/** Whether entries are being left by our own `history.go`. */
let leaving = false;
/** The current entry's page and depth, but for entries that the router has just added. */
let at = { page: "", depth: 0 };

const page = () => String(window.history.state?.key);
/** How many overlays the current entry stands for. */
const depth = () => Number(window.history.state?.overlays ?? 0);

/** Back closes this overlay and does nothing else: it has a history entry, which the router never sees. */
export function useOverlayEntry(isOpen: boolean, onClose: () => void) {
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    if (!isOpen) return;
    const overlay: Overlay = { page: page(), close: () => close.current() };
    overlays.push(overlay);
    // an entry costs a slow phone as much as a frame
    afterPaint(matchEntry);
    return () => {
      remove(overlay);
      queueMicrotask(matchEntry);
    };
  }, [isOpen]);
}

function remove(overlay: Overlay) {
  overlays = overlays.filter((other) => other !== overlay);
}

/** Called by the root when another entry's page is shown: an entry whose overlay is gone is left. */
export function leaveOverlays() {
  leaving = false;
  at = { page: page(), depth: depth() };
  queueMicrotask(matchEntry);
}

/** Adds entries for new overlays, and leaves those whose overlay is closed. */
function matchEntry() {
  if (leaving) return;
  const { state } = window.history;
  const missing = open().length - depth();
  if (missing > 0) {
    window.history.pushState({ ...state, idx: state.idx + 1, overlays: depth() + 1 }, "");
    at = { page: page(), depth: depth() };
    matchEntry();
  } else if (missing < 0) {
    leaving = true;
    window.history.go(missing);
  }
}

function onPopState(event: PopStateEvent) {
  const from = at;
  at = { page: page(), depth: depth() };
  if (from.page !== at.page || from.depth === at.depth) return;
  // a navigation that was begun in an overlay is cancelled by the router
  if (!document.querySelector("[data-followed]")) event.stopImmediatePropagation();
  for (const overlay of leaving ? [] : open().slice(at.depth)) {
    remove(overlay);
    overlay.close();
  }
  leaving = false;
  matchEntry();
}

/** Before the router, so that it takes no notice of overlays. */
export const watchOverlayEntries = () =>
  window.addEventListener("popstate", onPopState, { capture: true });
