import { type RefObject, useRef } from "react";
import { texts } from "../../../texts/index.ts";
import { Icon } from "../../../ui/basics/icon.tsx";
import { AmountLabel } from "../../../ui/layout/amount.tsx";
import { loadingPropsOf } from "../../../ui/media/picture.tsx";
import { prefersReducedMotion, useCommitEffect } from "../../../ui/paint.ts";
import { FIRST_PLAN, plans } from "../plans.ts";
import styles from "./plan-carousel.module.css";

interface PlanCarouselProps {
  form: string;
  chosen: number;
  onChoose: (plan: number) => void;
}

export function PlanCarousel({ form, chosen, onChoose }: PlanCarouselProps) {
  const rail = useRef<HTMLDivElement>(null);
  useSyncPlanWithScroll(rail, onChoose);
  return (
    <section aria-label={texts.vip.plans}>
      <div ref={rail} className={styles.rail} role="radiogroup" aria-label={texts.vip.plans}>
        {plans.map(({ days, price, picture }, index) => (
          <label
            key={days}
            className={`${styles.plan} ${index === FIRST_PLAN ? styles.first : ""}`}
          >
            <span className={styles.card}>
              <img
                {...loadingPropsOf(index === FIRST_PLAN && "first")}
                decoding="async"
                src={picture}
                alt=""
                width={640}
                height={360}
              />
              <span className={styles.text}>
                <span className={styles.days}>
                  <Icon name="crown" size={18} solid />
                  {texts.vip.days(days)}
                </span>
                <span className={styles.price}>
                  <AmountLabel value={price} size={36} price />
                </span>
              </span>
            </span>
            <input
              type="radio"
              className="overlaid"
              name="plan"
              value={index}
              form={form}
              aria-label={texts.vip.plan(days, price)}
              defaultChecked={index === FIRST_PLAN}
            />
          </label>
        ))}
      </div>
      <div className={styles.dots} aria-hidden="true">
        {plans.map(({ days }, index) => (
          <i key={days} className={index === chosen ? styles.here : undefined} />
        ))}
      </div>
    </section>
  );
}

const SETTLED_MS = 50;
const SLIDE_MS = 1_000; // the longest smooth scroll on a busy phone

const radiosOf = (rail: HTMLElement) => [
  ...rail.querySelectorAll<HTMLInputElement>("input[type=radio]"),
];
const checkedOf = (rail: HTMLElement) => radiosOf(rail).findIndex((radio) => radio.checked);

const centredPositions = (rail: HTMLElement) =>
  ([...rail.children] as HTMLElement[]).map(
    (slide) => slide.offsetLeft + slide.offsetWidth / 2 - rail.clientWidth / 2,
  );

function slideInTheMiddle(rail: HTMLElement): number {
  const distances = centredPositions(rail).map((left) => Math.abs(left - rail.scrollLeft));
  return distances.indexOf(Math.min(...distances));
}

function useSyncPlanWithScroll(rail: RefObject<HTMLElement>, onChoose: (index: number) => void) {
  const onChooseLatest = useRef(onChoose);
  onChooseLatest.current = onChoose;

  useCommitEffect(() => {
    const element = rail.current;
    if (!element) return;
    let target = { index: -1, until: 0 };
    let timer: ReturnType<typeof setTimeout> | undefined;

    const slideTo = (index: number, behavior: ScrollBehavior) => {
      target = { index, until: Date.now() + SLIDE_MS };
      element.scrollTo({
        left: centredPositions(element)[index],
        behavior: prefersReducedMotion() ? "instant" : behavior,
      });
      onChooseLatest.current(index);
      clearTimeout(timer);
      // a smooth scroll that is cancelled before it moves fires no event
      if (behavior === "smooth") timer = setTimeout(() => slideTo(index, "instant"), SLIDE_MS);
    };
    const settle = () => {
      const index = slideInTheMiddle(element);
      const remainingMs = target.until - Date.now();
      if (index !== target.index && remainingMs > 0) {
        timer = setTimeout(settle, remainingMs);
        return;
      }
      target.until = 0;
      const radio = radiosOf(element)[index];
      if (!radio || radio.checked) return;
      radio.checked = true;
      onChooseLatest.current(index);
    };
    const onScroll = () => {
      clearTimeout(timer);
      timer = setTimeout(settle, SETTLED_MS);
    };
    const onGrab = () => {
      target.until = 0;
    };

    const stop = new AbortController();
    const on = { signal: stop.signal, passive: true };
    element.addEventListener("scroll", onScroll, on);
    for (const grip of ["pointerdown", "wheel"]) element.addEventListener(grip, onGrab, on);
    // React's `onChange` does not notice radios that a script has changed
    element.addEventListener("change", () => slideTo(checkedOf(element), "smooth"), on);
    window.addEventListener("resize", () => slideTo(checkedOf(element), "instant"), on);
    slideTo(checkedOf(element), "instant");
    target.until = 0;
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [rail]);
}
