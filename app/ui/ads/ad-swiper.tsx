import { type RefObject, useRef, useState } from "react";
import type { AdCardData as Ad } from "../../../server/domain/cards.ts";
import { texts } from "../../texts/index.ts";
import { cachedItem } from "../kept-item.tsx";
import carouselStyles from "../media/carousel.module.css";
import { Picture } from "../media/picture.tsx";
import { prefersReducedMotion, useSignalEffect } from "../paint.ts";
import { useMouseScroll } from "../use-mouse-scroll.ts";
import { AdBadge } from "../video/badge.tsx";
import styles from "./ad-swiper.module.css";
import { AdLink } from "./ads.tsx";

interface AdSwiperProps {
  ads: Ad[];
  label: string;
  low?: boolean;
}

export const AdSwiper = (props: AdSwiperProps) => props.ads.length > 0 && <Carousel {...props} />;

const Slide = ({ ad, low, first }: { ad: Ad; low: boolean; first: boolean }) => (
  <AdLink ad={ad} className={styles.slide}>
    <Picture
      src={ad.image}
      size="wide"
      alt={ad.title || texts.ad}
      eager={first && !low}
      startsOffscreen={!first}
    />
    {low && <AdBadge low />}
  </AdLink>
);

export const AdSwiperSkeleton = ({ low = false }: { low?: boolean }) => (
  <div className={`${styles.skeleton} ${low ? styles.lowSkeleton : ""}`} aria-hidden="true" />
);

function Carousel({ ads, label, low = false }: AdSwiperProps) {
  const rail = useRef<HTMLUListElement>(null);
  const { current, stops } = useAutoplay(rail, ads.length);
  useMouseScroll(rail);
  return (
    <div className={low ? styles.low : styles.swiper}>
      <section
        className={`${carouselStyles.carousel} ${low ? carouselStyles.low : ""}`}
        aria-label={label}
      >
        <ul className={carouselStyles.rail} ref={rail}>
          {ads.map((ad, index) => cachedItem(ad.id, Slide, { ad, low, first: index === 0 }))}
        </ul>
        {ads.length > 1 && (
          <div className={carouselStyles.pager} data-slides={ads.length} aria-hidden="true">
            {ads.slice(0, stops).map(({ id }, index) => (
              <i key={id} className={index === current ? carouselStyles.here : undefined} />
            ))}
          </div>
        )}
      </section>
    </div>
  );
}

const SLIDE_MS = 3000;

/** Pauses while touched, hovered, focused, hidden or out of view; stays paused if reduced motion is preferred. */
function useAutoplay(rail: RefObject<HTMLElement>, count: number) {
  const [current, setCurrent] = useState(0);
  const [stops, setStops] = useState(count);

  useSignalEffect([rail, count], (signal) => {
    const element = rail.current;
    if (!element || count < 2) return;
    const on = { signal, passive: true };
    let [touched, seen, index, last] = [false, false, 0, count - 1];
    let timer: ReturnType<typeof setTimeout> | undefined;

    const width = () => {
      const [first, second] = element.children;
      return second && first
        ? second.getBoundingClientRect().x - first.getBoundingClientRect().x
        : 1;
    };
    const isPaused = () =>
      touched ||
      !seen ||
      document.hidden ||
      prefersReducedMotion() ||
      (matchMedia("(hover: hover)").matches && element.matches(":hover")) ||
      element.querySelector(":focus-visible") !== null;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(advance, SLIDE_MS);
    };
    const advance = () => {
      const left = index < last ? (index + 1) * width() : 0;
      if (!isPaused()) element.scrollTo({ left, behavior: "smooth" });
      wait();
    };
    const setTouched = (isTouched: boolean) => () => {
      touched = isTouched;
      wait();
    };
    const updatePosition = () => {
      const end = element.scrollWidth - element.clientWidth;
      // a rest of up to one pixel is not a slide
      last = Math.max(0, Math.ceil((end - 1) / width()));
      index = element.scrollLeft >= end - 1 ? last : Math.round(element.scrollLeft / width());
      setCurrent(index);
      setStops(last + 1);
      wait();
    };

    element.addEventListener("scroll", updatePosition, on);
    window.addEventListener("resize", updatePosition, on);
    element.addEventListener("touchstart", setTouched(true), on);
    element.addEventListener("touchend", setTouched(false), on);
    element.addEventListener("touchcancel", setTouched(false), on);
    const observer = new IntersectionObserver(([entry]) => {
      seen = entry?.isIntersecting === true;
    });
    observer.observe(element);
    updatePosition();
    signal.addEventListener("abort", () => {
      observer.disconnect();
      clearTimeout(timer);
    });
  });

  return { current, stops };
}
