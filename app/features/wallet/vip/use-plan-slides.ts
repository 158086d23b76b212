import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";

/** After this long without scrolling the slide in the middle counts. */
const SETTLED_MS = 50;
/** How long a slide may take to the middle, on a busy phone. */
const SLIDE_MS = 1_000;

const useEarlyEffect = typeof document === "undefined" ? useEffect : useLayoutEffect;

const radiosOf = (rail: HTMLElement) => [
  ...rail.querySelectorAll<HTMLInputElement>("input[type=radio]"),
];
const checkedOf = (rail: HTMLElement) => radiosOf(rail).findIndex((radio) => radio.checked);

/** How far the rail is scrolled when each of its slides is in the middle. */
const placesOf = (rail: HTMLElement) =>
  ([...rail.children] as HTMLElement[]).map(
    (slide) => slide.offsetLeft + slide.offsetWidth / 2 - rail.clientWidth / 2,
  );

function slideInTheMiddle(rail: HTMLElement): number {
  const distances = placesOf(rail).map((place) => Math.abs(place - rail.scrollLeft));
  return distances.indexOf(Math.min(...distances));
}

/** Keeps a rail's radios and its slides in step: a chosen radio's slide comes to the middle, and the reverse. */
export function usePlanSlides(rail: RefObject<HTMLElement>, onChoose: (index: number) => void) {
  const told = useRef(onChoose);
  told.current = onChoose;

  useEarlyEffect(() => {
    const element = rail.current;
    if (!element) return;
    /** The slide that is on its way to the middle: those that it passes do not count. */
    let awaited = { index: -1, until: 0 };
    let timer: ReturnType<typeof setTimeout> | undefined;

    const slideTo = (index: number, behavior: ScrollBehavior) => {
      const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
      awaited = { index, until: Date.now() + SLIDE_MS };
      element.scrollTo({ left: placesOf(element)[index], behavior: still ? "instant" : behavior });
      told.current(index);
    };
    const settle = () => {
      const index = slideInTheMiddle(element);
      if (index !== awaited.index && Date.now() < awaited.until) return;
      awaited.until = 0;
      const radio = radiosOf(element)[index];
      if (!radio || radio.checked) return;
      radio.checked = true;
      told.current(index);
    };
    const scrolled = () => {
      clearTimeout(timer);
      timer = setTimeout(settle, SETTLED_MS);
    };
    const taken = () => {
      awaited.until = 0;
    };

    const stop = new AbortController();
    const on = { signal: stop.signal, passive: true };
    element.addEventListener("scroll", scrolled, on);
    for (const grip of ["pointerdown", "wheel"]) element.addEventListener(grip, taken, on);
    // the browser's own event: React's misses radios that a script has changed
    element.addEventListener("change", () => slideTo(checkedOf(element), "smooth"), on);
    window.addEventListener("resize", () => slideTo(checkedOf(element), "instant"), on);
    // what was chosen before the page was taken over by scripts
    slideTo(checkedOf(element), "instant");
    awaited.until = 0;
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [rail]);
}
