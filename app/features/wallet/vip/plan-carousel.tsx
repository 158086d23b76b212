import { useRef } from "react";
import { texts } from "../../../texts/index.ts";
import { Amount } from "../../../ui/layout/amount.tsx";
import { Icon } from "../../../ui/media/icon.tsx";
import { early } from "../../../ui/media/picture.tsx";
import styles from "./plan-carousel.module.css";
import { FIRST_PLAN, plans } from "./plans.ts";
import { usePlanSlides } from "./use-plan-slides.ts";

interface PlanCarouselProps {
  /** The form that the choice belongs to. */
  form: string;
  chosen: number;
  onChoose: (plan: number) => void;
}

/** The plans side by side. The one in the middle is the chosen one, however it came there. */
export function PlanCarousel({ form, chosen, onChoose }: PlanCarouselProps) {
  const rail = useRef<HTMLDivElement>(null);
  usePlanSlides(rail, onChoose);
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
                {...early(index === FIRST_PLAN && "first")}
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
                  <Amount value={price} size={36} price />
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
