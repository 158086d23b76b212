import { useLocation } from "@remix-run/react";
import { useRef } from "react";
import { entryKey, entryOverlays, pushSameEntry } from "../remix/history.ts";
import { useCommitEffect } from "../ui/paint.ts";
import { isFollowing } from "./link.tsx";

interface Overlay {
  page: string; // the router's key of the page below
  close: () => void;
}

let overlays: Overlay[] = [];
const open = () => overlays.filter((overlay) => overlay.page === entryKey());
/** Set while our own `history.go` runs; a time limit clears it where the browser does not report the end. */
let leaving: number | undefined;
const LEAVING_MS = 2_000;
const here = () => ({ page: entryKey(), depth: entryOverlays() });
/** `here()` without entries that the router has just added. */
let at = { page: "", depth: 0 };

/** Back closes only this overlay: it has a history entry, which the router never sees. */
export function useOverlayEntry(isOpen: boolean, onClose: () => void) {
  const close = useRef(onClose);
  close.current = onClose;
  // before the paint, so that Back works as soon as the overlay is visible
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
  // a navigation started in the overlay: the router must see the event to cancel it
  if (!isFollowing()) event.stopImmediatePropagation();
  for (const overlay of leaving ? [] : open().slice(at.depth)) {
    remove(overlay);
    overlay.close();
  }
  finishLeaving();
  matchEntry();
}

export const watchOverlayEntries = () =>
  window.addEventListener("popstate", onPopState, { capture: true });
