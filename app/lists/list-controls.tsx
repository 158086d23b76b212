import { useEffect, useRef, useState } from "react";
import { scrollToTop } from "../navigation/scroll-place.ts";
import { texts } from "../texts/index.ts";
import { Icon } from "../ui/basics/icon.tsx";
import { idlePart } from "../ui/idle-part.tsx";
import styles from "./list-controls.module.css";

export const PullToRefresh = idlePart(
  async () => (await import("./pull-indicator.tsx")).PullIndicator,
);

export function BackToTop() {
  const firstScreen = useRef<HTMLDivElement>(null);
  const [scrolledDown, setScrolledDown] = useState(false);

  useEffect(() => {
    if (!firstScreen.current) return;
    const observer = new IntersectionObserver(([entry]) =>
      setScrolledDown(entry?.isIntersecting === false),
    );
    observer.observe(firstScreen.current);
    return () => observer.disconnect();
  }, []);

  return (
    <>
      <div ref={firstScreen} className={styles.firstScreen} />
      {scrolledDown && (
        <button
          type="button"
          className={styles.button}
          aria-label={texts.navigation.backToTop}
          onClick={scrollToTop}
        >
          <Icon name="up" />
        </button>
      )}
    </>
  );
}
