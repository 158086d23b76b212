import { type RefObject, useEffect, useRef } from "react";
import { useCommitEffect } from "../../../navigation/scroll-place.ts";

/**
 * The slide that fills most of the scroller; the browser itself scrolls by one at a time.
 *
 * @param index of the slide that is shown, now or when the feed is returned to
 * @returns what scrolls to another one
 */
export function useScrolledSlide(
  scroller: RefObject<HTMLElement>,
  index: number,
  onScrolled: (to: number) => void,
) {
  const latest = useRef({ index, onScrolled });
  latest.current = { index, onScrolled };
  useCommitEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const keepPlace = () => {
      element.scrollTop = latest.current.index * element.clientHeight;
    };
    const onScroll = () => {
      const at = Math.round(element.scrollTop / element.clientHeight);
      if (at !== latest.current.index) latest.current.onScrolled(at);
    };
    keepPlace();
    // a phone that is turned
    const sizes = new ResizeObserver(keepPlace);
    sizes.observe(element);
    element.addEventListener("scroll", onScroll, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener("scroll", onScroll);
    };
  }, [scroller]);

  const scrollTo = (to: number) => {
    const { current } = scroller;
    const isNear = Math.abs(to - latest.current.index) === 1;
    const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    // a slide that is far away is not in the document yet, and there is nothing to stop at
    if (!isNear) return latest.current.onScrolled(to);
    current?.scrollTo({
      top: to * current.clientHeight,
      behavior: isCalm ? "instant" : "smooth",
    });
  };
  useCommitEffect(() => {
    const { current } = scroller;
    if (!current || Math.round(current.scrollTop / current.clientHeight) === index) return;
    current.scrollTop = index * current.clientHeight;
  }, [scroller, index]);
  const byWheel = useRef(scrollTo);
  byWheel.current = scrollTo;
  useEffect(
    () =>
      scroller.current
        ? watchWheel(scroller.current, (by) => byWheel.current(latest.current.index + by))
        : undefined,
    [scroller],
  );
  return scrollTo;
}

/** In milliseconds, between two slides, and between a trackpad's events. */
const NEXT_AFTER = 400;
const SAME_PUSH = 150;
/** In pixels: less is a hand that rests on a trackpad. */
const LEAST_PUSH = 4;

/** One slide by a wheel's notch, for which browsers would snap back, or by a push on a trackpad however long it runs out. */
function watchWheel(scroller: HTMLElement, step: (by: number) => void) {
  let last = { at: Number.NEGATIVE_INFINITY, push: 0 };
  let steppedAt = Number.NEGATIVE_INFINITY;
  const onWheel = (event: WheelEvent) => {
    const { deltaY, deltaX, ctrlKey, timeStamp: at } = event;
    if (ctrlKey || Math.abs(deltaX) > Math.abs(deltaY)) return;
    event.preventDefault();
    const push = Math.abs(deltaY);
    const runsOut = at - last.at < SAME_PUSH && push < last.push;
    last = { at, push };
    if (runsOut || push < LEAST_PUSH || at - steppedAt < NEXT_AFTER) return;
    steppedAt = at;
    step(Math.sign(deltaY));
  };
  scroller.addEventListener("wheel", onWheel, { passive: false });
  return () => scroller.removeEventListener("wheel", onWheel);
}

interface FeedCommands {
  step: (by: number) => void;
  toggle: () => void;
  toggleSound: () => void;
}

const isTaken = (target: Element, key: string) =>
  document.querySelector("dialog[open]") !== null ||
  target.closest("input, textarea, select") !== null ||
  (key === " " && target.closest("button, a[href]") !== null);

/** Keys work wherever the focus is, as the feed is all there is on its page. */
export function useFeedKeys(commands: FeedCommands) {
  const latest = useRef(commands);
  latest.current = commands;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, target, repeat } = event;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (!(target instanceof Element) || isTaken(target, key)) return;
      const { step, toggle, toggleSound } = latest.current;
      const keys: Record<string, () => void> = {
        ArrowDown: () => step(1),
        PageDown: () => step(1),
        ArrowUp: () => step(-1),
        PageUp: () => step(-1),
        " ": toggle,
        m: toggleSound,
      };
      const run = keys[key];
      if (!run) return;
      event.preventDefault();
      if (!repeat) run();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}
