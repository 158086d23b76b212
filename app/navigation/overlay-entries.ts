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
const openOverlays = () => overlays.filter((overlay) => overlay.page === entryKey());
/** Timer, set while our own `history.go` runs. Ends the wait if the browser fires no `popstate`. */
let goingBack: number | undefined;
const GOING_BACK_MS = 2_000;
const currentPosition = () => ({ page: entryKey(), depth: entryOverlays() });
/** Does not include entries that the router has just added. */
let position = { page: "", depth: 0 };

/** Gives the overlay a history entry that the router does not see, so that Back closes only the overlay. */
export function useOverlayEntry(isOpen: boolean, onClose: () => void) {
  const close = useRef(onClose);
  close.current = onClose;
  // before the paint, so that Back works as soon as the overlay is visible
  useCommitEffect(() => {
    if (!isOpen) return;
    const overlay: Overlay = { page: entryKey(), close: () => close.current() };
    overlays.push(overlay);
    syncEntries();
    return () => {
      remove(overlay);
      queueMicrotask(syncEntries);
    };
  }, [isOpen]);
}

function remove(overlay: Overlay) {
  overlays = overlays.filter((other) => other !== overlay);
}

export function useSyncOverlays() {
  const { key } = useLocation();
  useCommitEffect(() => {
    finishGoingBack();
    position = currentPosition();
    queueMicrotask(syncEntries);
  }, [key]);
}

function finishGoingBack() {
  window.clearTimeout(goingBack);
  goingBack = undefined;
}

function syncEntries() {
  if (goingBack) return;
  const missing = openOverlays().length - entryOverlays();
  if (missing > 0) {
    pushSameEntry();
    position = currentPosition();
    syncEntries();
  } else if (missing < 0) {
    goingBack = window.setTimeout(finishGoingBack, GOING_BACK_MS);
    window.history.go(missing);
  }
}

function onPopState(event: PopStateEvent) {
  const from = position;
  position = currentPosition();
  if (from.page !== position.page || from.depth === position.depth) return;
  // if a link in the overlay was followed, the router must see the event, to cancel that navigation
  if (!isFollowing()) event.stopImmediatePropagation();
  for (const overlay of goingBack ? [] : openOverlays().slice(position.depth)) {
    remove(overlay);
    overlay.close();
  }
  finishGoingBack();
  syncEntries();
}

export const watchOverlayEntries = () =>
  window.addEventListener("popstate", onPopState, { capture: true });
