import { useEffect, useRef, useState } from "react";
import { Icon } from "../../../ui/media/icon.tsx";
import styles from "./introduction.module.css";

/** Folded to two lines; a tap shows the rest, also without JavaScript. A short one has nothing to unfold. */
export function Introduction({ text }: { text: string }) {
  const paragraph = useRef<HTMLParagraphElement>(null);
  const [fits, setFits] = useState(false);

  useEffect(() => {
    const element = paragraph.current;
    if (!element) return;
    const sizes = new ResizeObserver(() => {
      const unfolded = element.closest("details")?.open;
      if (!unfolded) setFits(element.scrollHeight <= element.clientHeight + 1);
    });
    sizes.observe(element);
    return () => sizes.disconnect();
  }, []);

  return (
    <details className={styles.introduction} data-fits={fits}>
      <summary>
        <p ref={paragraph}>{text}</p>
        <Icon name="down" size={18} />
      </summary>
    </details>
  );
}
