import { type ReactNode, useRef } from "react";
import styles from "./carousel.module.css";
import { useAutoplay } from "./use-autoplay.ts";

interface CarouselProps {
  label: string;
  slides: { id: string; content: ReactNode }[];
  /** 72 high instead of 125, with the pager in its middle. */
  low?: boolean;
}

/** Slides side by side that turn by themselves; without scripts, a rail to push. */
export function Carousel({ label, slides, low = false }: CarouselProps) {
  const rail = useRef<HTMLUListElement>(null);
  const at = useAutoplay(rail, slides.length);
  return (
    <section className={`${styles.carousel} ${low ? styles.low : ""}`} aria-label={label}>
      <ul className={styles.rail} ref={rail}>
        {slides.map(({ id, content }) => (
          <li key={id}>{content}</li>
        ))}
      </ul>
      {slides.length > 1 && (
        <div className={styles.pager} data-slides={slides.length} aria-hidden="true">
          {slides.map(({ id }, index) => (
            <i key={id} className={index === at ? styles.here : undefined} />
          ))}
        </div>
      )}
    </section>
  );
}
