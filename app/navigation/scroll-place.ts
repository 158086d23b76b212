import { useLocation } from "@remix-run/react";
import { fields, numberOf, type StorageField, storedText } from "../device/storage-fields.ts";
import { prefersReducedMotion, useCommitEffect, useSignalEffect } from "../ui/paint.ts";
import {
  entryOnScreen,
  keepEntries,
  saveInEntry,
  saveScroll,
  scrollField,
  setEntryOnScreen,
  useSavedInEntry,
} from "./history-entry.ts";

/** A visible card, to restore the position even if the content above it has changed its height. */
interface Anchor {
  card: string; // the card's address; '' if none is visible
  top: number; // pixels from the viewport's top
}

interface Place {
  y: number; // pixels from the page's top
  anchor: Anchor | undefined;
}

const anchorField: StorageField<Anchor | undefined> = {
  empty: undefined,
  parse(stored) {
    const { card, top } = fields(stored);
    return { card: storedText(card), top: numberOf(top) };
  },
};

/** Only in lists that are not a member's own, because anchors outlive the document. */
const ANCHORS = "[data-scroll-anchors] a";
const MAX_SHIFT = 2; // screens; farther away, it is the same video in another section

let target: Place | undefined;
let restoredY = 0;

function anchorShift({ y, anchor }: Place): number | undefined {
  if (!anchor?.card) return undefined;
  const above = window.scrollY - y;
  const [nearest] = [...document.querySelectorAll(`${ANCHORS}[href="${CSS.escape(anchor.card)}"]`)]
    .map((card) => card.getBoundingClientRect().top - anchor.top)
    .sort((one, other) => Math.abs(one + above) - Math.abs(other + above));
  if (nearest === undefined) return undefined;
  return Math.abs(nearest + above) < MAX_SHIFT * window.innerHeight ? nearest : undefined;
}

export function restoreScroll() {
  if (!target) return;
  const moved = anchorShift(target) ?? target.y - window.scrollY;
  if (Math.abs(moved) > 1) window.scrollBy({ top: moved, behavior: "instant" });
  restoredY = window.scrollY;
  // keeps a target that has an anchor, because the content above may still change
  if (!target.anchor?.card && isAt(target.y)) cancelRestore();
}

const isAt = (y: number) => Math.abs(window.scrollY - y) <= 1;

function cancelRestore() {
  target = undefined;
}

function onScroll() {
  if (target && !isAt(restoredY)) {
    // in a new document, `ScrollRestoration` scrolls after us, and without an anchor
    if (isAt(target.y)) restoreScroll();
    // the visitor has scrolled, unless it was the browser's scroll anchoring
    else if (Math.abs(anchorShift(target) ?? Infinity) > 1) cancelRestore();
  }
  if (target) return;
  saveScroll();
  saveInEntry(entryOnScreen(), "anchor", visibleAnchor(), true);
}

function visibleAnchor(): Anchor {
  // tries several heights, as there may be a gap between rows; a page at its top needs no anchor
  for (const height of window.scrollY > 0 ? [0.5, 0.43, 0.33] : []) {
    const card = document
      .elementFromPoint(window.innerWidth / 4, window.innerHeight * height)
      ?.closest(`${ANCHORS}[href^="/videoinfo"]`);
    const href = card?.getAttribute("href");
    if (card && href) return { card: href, top: card.getBoundingClientRect().top };
  }
  return { card: "", top: 0 };
}

function onHidden() {
  if (document.visibilityState === "hidden") keepEntries();
}

const inputEvents = ["pointerdown", "wheel", "keydown"] as const;

/** Needed because `ScrollRestoration` keeps its positions private, tries only once, and has no anchors. */
export function useRestoreScroll() {
  const { key } = useLocation();
  const saved = useSavedInEntry();
  // a passive effect would be too late if the visitor goes back at once
  useCommitEffect(() => {
    setEntryOnScreen(key);
    const y = saved("scroll", scrollField);
    target = y === undefined ? undefined : { y, anchor: saved("anchor", anchorField) };
    restoreScroll();
    queueMicrotask(restoreScroll);
  }, [key, saved]);
  useSignalEffect([], (signal) => {
    const on = { passive: true, signal };
    window.addEventListener("scroll", onScroll, on);
    window.addEventListener("pagehide", keepEntries, on);
    document.addEventListener("visibilitychange", onHidden, on);
    for (const type of inputEvents) window.addEventListener(type, cancelRestore, on);
    const sizes = new ResizeObserver(restoreScroll);
    sizes.observe(document.body);
    signal.addEventListener("abort", () => sizes.disconnect());
  });
}

export const scrollToTop = () =>
  window.scrollTo({ top: 0, behavior: prefersReducedMotion() ? "auto" : "smooth" });
