import { type RefObject, useEffect, useState } from "react";

const SLIDE_MS = 3000;

/**
 * Turns a horizontally scrolling rail's slides, and says which one is seen. It rests while the rail is touched,
 * pointed at, focused, out of view or in a hidden tab, and for visitors who want less motion.
 */
export function useAutoplay(rail: RefObject<HTMLElement>, count: number): number {
  const [at, setAt] = useState(0);

  useEffect(() => {
    const element = rail.current;
    if (!element || count < 2) return;
    const stop = new AbortController();
    const on = { signal: stop.signal, passive: true };
    let [touched, seen, place] = [false, false, 0];
    let timer: ReturnType<typeof setTimeout> | undefined;

    const width = () => {
      const [first, second] = element.children;
      return second && first
        ? second.getBoundingClientRect().x - first.getBoundingClientRect().x
        : 1;
    };
    const resting = () =>
      touched ||
      !seen ||
      document.hidden ||
      matchMedia("(prefers-reduced-motion: reduce)").matches ||
      (matchMedia("(hover: hover)").matches && element.matches(":hover")) ||
      element.querySelector(":focus-visible") !== null;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(turn, SLIDE_MS);
    };
    const turn = () => {
      const left = ((place + 1) % count) * width();
      if (!resting()) element.scrollTo({ left, behavior: "smooth" });
      wait();
    };
    const hold = (held: boolean) => () => {
      touched = held;
      wait();
    };
    const look = () => {
      place = Math.min(count - 1, Math.round(element.scrollLeft / width()));
      setAt(place);
      wait();
    };

    element.addEventListener("scroll", look, on);
    element.addEventListener("touchstart", hold(true), on);
    element.addEventListener("touchend", hold(false), on);
    element.addEventListener("touchcancel", hold(false), on);
    const observer = new IntersectionObserver(([entry]) => {
      seen = entry?.isIntersecting === true;
    });
    observer.observe(element);
    look();
    return () => {
      stop.abort();
      observer.disconnect();
      clearTimeout(timer);
    };
  }, [rail, count]);

  return at;
}
