import { type RefObject, useEffect, useRef } from "react";
import { prefersReducedMotion, useCommitEffect } from "../../ui/paint.ts";

export function useScrolledSlide(
  scroller: RefObject<HTMLElement>,
  index: number,
  onScrolled: (to: number) => void,
) {
  const latest = useRef({ index, onScrolled, step: (_by: number) => {} });
  useCommitEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const alignSlide = () => {
      element.scrollTop = latest.current.index * element.clientHeight;
    };
    const onScroll = () => {
      const at = Math.round(element.scrollTop / element.clientHeight);
      if (at !== latest.current.index) latest.current.onScrolled(at);
    };
    alignSlide();
    const sizes = new ResizeObserver(alignSlide);
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
    // distant slides are not in the document yet, so there is nothing to snap to
    if (!isNear) return latest.current.onScrolled(to);
    current?.scrollTo({
      top: to * current.clientHeight,
      behavior: prefersReducedMotion() ? "instant" : "smooth",
    });
  };
  useCommitEffect(() => {
    const { current } = scroller;
    if (!current || Math.round(current.scrollTop / current.clientHeight) === index) return;
    current.scrollTop = index * current.clientHeight;
  }, [scroller, index]);
  latest.current = { index, onScrolled, step: (by) => scrollTo(index + by) };
  useEffect(() => {
    if (scroller.current) return watchWheel(scroller.current, (by) => latest.current.step(by));
  }, [scroller]);
  return scrollTo;
}

const NEXT_SLIDE_MS = 400;
const SAME_PUSH_MS = 150; // longest pause between the events of one push
const MIN_PUSH = 4; // pixels; less is a hand resting on a trackpad

/** Steps one slide per wheel notch, which browsers would snap back, or per trackpad push, including its inertia. */
function watchWheel(scroller: HTMLElement, step: (by: number) => void) {
  let last = { at: Number.NEGATIVE_INFINITY, push: 0 };
  let steppedAt = Number.NEGATIVE_INFINITY;
  const onWheel = (event: WheelEvent) => {
    const { deltaY, deltaX, ctrlKey, timeStamp: at } = event;
    if (ctrlKey || Math.abs(deltaX) > Math.abs(deltaY)) return;
    event.preventDefault();
    const push = Math.abs(deltaY);
    const isInertia = at - last.at < SAME_PUSH_MS && push < last.push;
    last = { at, push };
    if (isInertia || push < MIN_PUSH || at - steppedAt < NEXT_SLIDE_MS) return;
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

const isHandledElsewhere = (target: Element, key: string) =>
  document.querySelector("dialog[open]") !== null ||
  target.closest("input, textarea, select") !== null ||
  (key === " " && target.closest("button, a[href]") !== null);

export function useHandleFeedKeys(commands: FeedCommands) {
  const latest = useRef(commands);
  latest.current = commands;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, target, repeat } = event;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (!(target instanceof Element) || isHandledElsewhere(target, key)) return;
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
