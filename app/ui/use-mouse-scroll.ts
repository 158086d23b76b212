import { type RefObject, useEffect } from "react";

/**
 * Lets a mouse scroll a row sideways, by its wheel and by dragging; fingers and trackpads do so by themselves, and never
 * load the code for it.
 */
export function useMouseScroll(row: RefObject<HTMLElement>): void {
  useEffect(() => {
    const element = row.current;
    if (!element) return;
    const stop = new AbortController();
    let isBound = false;
    const bind = async ({ pointerType }: PointerEvent) => {
      if (pointerType !== "mouse" || isBound) return;
      isBound = true;
      try {
        const { bindMouseScroll } = await import("./mouse-scroll.ts");
        bindMouseScroll(element, stop.signal);
      } catch {
        // without a network now, the next time that the mouse comes
        isBound = false;
      }
    };
    element.addEventListener("pointerenter", bind, { signal: stop.signal });
    return () => stop.abort();
  }, [row]);
}
