import type { RefObject } from "react";
import { useSignalEffect } from "./paint.ts";

/** Loads the drag-scrolling code only when a mouse enters the row: touch and trackpads scroll natively. */
export function useMouseScroll(row: RefObject<HTMLElement>): void {
  useSignalEffect([row], (signal) => {
    const element = row.current;
    if (!element) return;
    let isBound = false;
    const bind = async ({ pointerType }: PointerEvent) => {
      if (pointerType !== "mouse" || isBound) return;
      isBound = true;
      try {
        const { bindMouseScroll } = await import("./mouse-scroll.ts");
        bindMouseScroll(element, signal);
      } catch {
        // offline: tries again when the mouse enters again
        isBound = false;
      }
    };
    element.addEventListener("pointerenter", bind, { signal });
  });
}
