import { useLocation } from "@remix-run/react";
import { useEffect, useLayoutEffect } from "react";
import { entryShown, saveScroll, useSavedInEntry } from "./history-entry.ts";

/** Runs with the page's own commit, before the paint. */
export const useCommitEffect = import.meta.env.SSR ? useEffect : useLayoutEffect;

/**
 * Keeps the scroll position with its history entry, for a list that is restored and for a page that a link opens again;
 * `ScrollRestoration` keeps its own to itself. For the root.
 */
export function useScrollPlace() {
  const { key } = useLocation();
  const saved = useSavedInEntry();
  // an effect after the commit would be late for a visitor who goes back at once
  useCommitEffect(() => {
    entryShown(key);
    const place = saved<number>("scroll");
    if (place !== undefined) window.scrollTo(0, place);
  }, [key, saved]);
  useEffect(() => {
    window.addEventListener("scroll", saveScroll, { passive: true });
    return () => window.removeEventListener("scroll", saveScroll);
  }, []);
}

export const scrollToTop = () => window.scrollTo({ top: 0, behavior: scrollBehavior() });

const scrollBehavior = () =>
  matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth";
