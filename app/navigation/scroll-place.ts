import { useLocation } from "@remix-run/react";
import { useEffect, useLayoutEffect } from "react";
import {
  entryShown,
  keepEntries,
  saveScroll,
  scrollField,
  useSavedInEntry,
} from "./history-entry.ts";

/** Runs with the page's own commit, before the paint. */
export const useCommitEffect = import.meta.env.SSR ? useEffect : useLayoutEffect;

/** Where the shown page is to stand as soon as its rows are there; undefined when it does, or when the visitor moves it. */
let wanted: number | undefined;

function standWhereWanted() {
  if (wanted === undefined) return;
  window.scrollTo({ top: wanted, behavior: "instant" });
  if (Math.abs(window.scrollY - wanted) <= 1) wanted = undefined;
}

function giveUpPlace() {
  wanted = undefined;
}

function onScroll() {
  if (wanted === undefined) saveScroll();
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
    wanted = saved("scroll", scrollField);
    standWhereWanted();
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
