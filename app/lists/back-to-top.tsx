import { useEffect, useRef, useState } from "react";
import { texts } from "../texts/index.ts";
import { Icon } from "../ui/media/icon.tsx";
import styles from "./back-to-top.module.css";

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
          onClick={() => window.scrollTo({ top: 0, behavior: scrollBehavior() })}
        >
          <Icon name="up" />
        </button>
      )}
    </>
  );
}

const scrollBehavior = () =>
  matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth";
