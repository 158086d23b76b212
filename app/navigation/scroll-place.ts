import { useLocation } from "@remix-run/react";
import { useEffect, useLayoutEffect } from "react";
import { fields, numberOf, type StorageField, storedText } from "../session/storage-fields.ts";
import {
  entryOnScreen,
  entryShown,
  keepEntries,
  saveInEntry,
  saveScroll,
  scrollField,
  useSavedInEntry,
} from "./history-entry.ts";

/** Runs with the page's own commit, before the paint. */
export const useCommitEffect = import.meta.env.SSR ? useEffect : useLayoutEffect;

/** A card in sight, by which a page stands where what is above it has another height than in the document before. */
interface Anchor {
  /** The card's address; '' where none is in sight. */
  card: string;
  /** From the screen's top, in pixels. */
  top: number;
}

interface Place {
  /** From the page's top, in pixels. */
  y: number;
  anchor: Anchor | undefined;
}

const anchorField: StorageField<Anchor | undefined> = {
  empty: undefined,
  parse(stored) {
    const { card, top } = fields(stored);
    return { card: storedText(card), top: numberOf(top) };
  },
};

/** Cards of lists that are no member's own, so that one may outlive the document. */
const ANCHORS = "[data-scroll-anchors] a";
/** In screens, from where it was: the same video may be in another section. */
const REACH = 2;

/** Where the shown page is to stand; undefined when it does, or when the visitor moves it. */
let wanted: Place | undefined;
/** The scroll position when it was last brought there, as far as the page's height let it. */
let stood = 0;

/** In pixels, how far the anchor is below where it was; undefined where it is not to be seen. */
function anchorMoved({ y, anchor }: Place): number | undefined {
  if (!anchor?.card) return undefined;
  const above = window.scrollY - y;
  const [nearest] = [...document.querySelectorAll(`${ANCHORS}[href="${CSS.escape(anchor.card)}"]`)]
    .map((card) => card.getBoundingClientRect().top - anchor.top)
    .sort((one, other) => Math.abs(one + above) - Math.abs(other + above));
  if (nearest === undefined) return undefined;
  return Math.abs(nearest + above) < REACH * window.innerHeight ? nearest : undefined;
}

export function standWhereWanted() {
  if (!wanted) return;
  const moved = anchorMoved(wanted) ?? wanted.y - window.scrollY;
  if (Math.abs(moved) > 1) window.scrollBy({ top: moved, behavior: "instant" });
  stood = window.scrollY;
  // an anchor is held on to, as what is above it may change still
  if (!wanted.anchor?.card && isAt(wanted.y)) giveUpPlace();
}

const isAt = (y: number) => Math.abs(window.scrollY - y) <= 1;

function giveUpPlace() {
  wanted = undefined;
}

function onScroll() {
  if (wanted && !isAt(stood)) {
    // in the first document, `ScrollRestoration` comes late, and knows no anchor
    if (isAt(wanted.y)) standWhereWanted();
    // unless by the browser, which holds on to what is in sight
    else if (Math.abs(anchorMoved(wanted) ?? Infinity) > 1) giveUpPlace();
  }
  if (wanted) return;
  saveScroll();
  saveInEntry(entryOnScreen(), "anchor", anchorInSight(), true);
}

function anchorInSight(): Anchor {
  // between two rows there is none; a page at its top stays there
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

/**
 * Keeps the scroll position with its history entry, for a list that is restored and for a page that a link opens again;
 * `ScrollRestoration` keeps its own to itself, and tries once. For the root.
 */
export function useScrollPlace() {
  const { key } = useLocation();
  const saved = useSavedInEntry();
  // an effect after the commit would be late for a visitor who goes back at once
  useCommitEffect(() => {
    entryShown(key);
    const y = saved("scroll", scrollField);
    wanted = y === undefined ? undefined : { y, anchor: saved("anchor", anchorField) };
    standWhereWanted();
    // once more behind the effect of `ScrollRestoration`, which knows the position, but not the anchor
    queueMicrotask(standWhereWanted);
  }, [key, saved]);
  useEffect(() => {
    window.addEventListener("scroll", onScroll, { passive: true });
    window.addEventListener("pagehide", keepEntries);
    document.addEventListener("visibilitychange", onHidden);
    for (const move of moves) window.addEventListener(move, giveUpPlace, { passive: true });
    // before the paint of what has grown
    const sizes = new ResizeObserver(standWhereWanted);
    sizes.observe(document.body);
    return () => {
      window.removeEventListener("scroll", onScroll);
      window.removeEventListener("pagehide", keepEntries);
      document.removeEventListener("visibilitychange", onHidden);
      for (const move of moves) window.removeEventListener(move, giveUpPlace);
      sizes.disconnect();
    };
  }, []);
}

export const scrollToTop = () => window.scrollTo({ top: 0, behavior: scrollBehavior() });

const scrollBehavior = () =>
  matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth";
