import { type RefObject, useEffect } from "react";

/** Loads the drag-scrolling code only when a mouse enters the row: touch and trackpads scroll natively. */
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
        // offline: tries again when the mouse enters again
        isBound = false;
      }
    };
    element.addEventListener("pointerenter", bind, { signal: stop.signal });
    return () => stop.abort();
  }, [row]);
}
