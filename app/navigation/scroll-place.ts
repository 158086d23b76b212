import { useLocation } from "@remix-run/react";
import { useEffect } from "react";
import { fields, numberOf, type StorageField, storedText } from "../device/storage-fields.ts";
import { useCommitEffect } from "../ui/paint.ts";
import {
  entryOnScreen,
  entryShown,
  keepEntries,
  saveInEntry,
  saveScroll,
  scrollField,
  useSavedInEntry,
} from "./history-entry.ts";

/** A visible card that fixes the position if the content above has another height than in the earlier document. */
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

/** Cards of lists that are not a member's own, so that an anchor may outlive the document. */
const ANCHORS = "[data-scroll-anchors] a";
const REACH = 2; // screens from where it was: another section may show the same video

let target: Place | undefined;
let restoredY = 0;

function anchorMoved({ y, anchor }: Place): number | undefined {
  if (!anchor?.card) return undefined;
  const above = window.scrollY - y;
  const [nearest] = [...document.querySelectorAll(`${ANCHORS}[href="${CSS.escape(anchor.card)}"]`)]
    .map((card) => card.getBoundingClientRect().top - anchor.top)
    .sort((one, other) => Math.abs(one + above) - Math.abs(other + above));
  if (nearest === undefined) return undefined;
  return Math.abs(nearest + above) < REACH * window.innerHeight ? nearest : undefined;
}

export function restoreScroll() {
  if (!target) return;
  const moved = anchorMoved(target) ?? target.y - window.scrollY;
  if (Math.abs(moved) > 1) window.scrollBy({ top: moved, behavior: "instant" });
  restoredY = window.scrollY;
  // an anchor is kept, as content above it may still change
  if (!target.anchor?.card && isAt(target.y)) cancelRestore();
}

const isAt = (y: number) => Math.abs(window.scrollY - y) <= 1;

function cancelRestore() {
  target = undefined;
}

function onScroll() {
  if (target && !isAt(restoredY)) {
    // in the first document `ScrollRestoration` runs late, and knows no anchor
    if (isAt(target.y)) restoreScroll();
    // unless the browser's own scroll anchoring moved the page
    else if (Math.abs(anchorMoved(target) ?? Infinity) > 1) cancelRestore();
  }
  if (target) return;
  saveScroll();
  saveInEntry(entryOnScreen(), "anchor", anchorInSight(), true);
}

function anchorInSight(): Anchor {
  // a gap between rows has no card; a page at its top stays there
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

const moves = ["pointerdown", "wheel", "keydown"] as const;

/** `ScrollRestoration` keeps its positions private, tries once, and knows no anchor. */
export function useScrollPlace() {
  const { key } = useLocation();
  const saved = useSavedInEntry();
  // an effect after the commit would be too late if the visitor goes back at once
  useCommitEffect(() => {
    entryShown(key);
    const y = saved("scroll", scrollField);
    target = y === undefined ? undefined : { y, anchor: saved("anchor", anchorField) };
    restoreScroll();
    queueMicrotask(restoreScroll);
  }, [key, saved]);
  useEffect(() => {
    window.addEventListener("scroll", onScroll, { passive: true });
    window.addEventListener("pagehide", keepEntries);
    document.addEventListener("visibilitychange", onHidden);
    for (const move of moves) window.addEventListener(move, cancelRestore, { passive: true });
    const sizes = new ResizeObserver(restoreScroll);
    sizes.observe(document.body);
    return () => {
      window.removeEventListener("scroll", onScroll);
      window.removeEventListener("pagehide", keepEntries);
      document.removeEventListener("visibilitychange", onHidden);
      for (const move of moves) window.removeEventListener(move, cancelRestore);
      sizes.disconnect();
    };
  }, []);
}

export const scrollToTop = () => window.scrollTo({ top: 0, behavior: scrollBehavior() });

const scrollBehavior = () =>
  matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth";
