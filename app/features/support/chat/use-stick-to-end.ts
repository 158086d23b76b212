import { useEffect, useRef, useState } from "react";

/** So near the end, in pixels, counts as at the end. */
const NEAR = 40;

/**
 * Keeps a reader at the end of something that grows, and one who went back up where he is. The scroller lays out
 * from its end (`column-reverse`): its scroll position is 0 there and negative above, with no script at work.
 */
export function useStickToEnd() {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const [away, setAway] = useState(false);

  useEffect(() => {
    const [box, inside] = [scroller.current, content.current];
    if (!box || !inside) return;
    const room = () => box.scrollHeight - box.clientHeight;
    let fromTop = room() + box.scrollTop;
    const isAway = () => box.scrollTop < -NEAR;

    const scrolled = () => {
      fromTop = room() + box.scrollTop;
      setAway(isAway());
    };
    const resized = () => {
      if (isAway()) box.scrollTop = fromTop - room();
      else box.scrollTop = 0;
    };
    box.addEventListener("scroll", scrolled, { passive: true });
    const observer = new ResizeObserver(resized);
    observer.observe(inside);
    observer.observe(box);
    return () => {
      box.removeEventListener("scroll", scrolled);
      observer.disconnect();
    };
  }, []);

  return {
    scroller,
    content,
    /** Whether the reader has gone back up. */
    away,
    toEnd: () => scroller.current?.scrollTo({ top: 0 }),
  };
}
