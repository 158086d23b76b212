import { type RefObject, useEffect } from "react";

/**
 * Calls `onNear` while the element is within `margin` pixels of what is seen. A new `onNear` looks again, so a list
 * that did not grow out of sight goes on.
 */
export function useNearEnd(
  element: RefObject<Element>,
  { margin, active, onNear }: { margin: number; active: boolean; onNear: () => void },
) {
  useEffect(() => {
    if (!active || !element.current) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && onNear(),
      { rootMargin: `0px 0px ${margin}px` },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, margin, active, onNear]);
}
