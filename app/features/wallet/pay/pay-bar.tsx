import type { ReactNode } from "react";
import type { Goods } from "../../../../server/domain/payments.ts";
import type { DeferredOutcome } from "../../../../server/domain/soon.ts";
import { OptionalDeferred } from "../../../ui/feedback/deferred.tsx";
import { Button } from "../../../ui/form/button.tsx";
import { Amount } from "../../../ui/layout/amount.tsx";
import styles from "./pay-bar.module.css";

interface PayBarProps {
  goods: DeferredOutcome<Goods>;
  kind: "gold" | "brand";
  label: string;
  paying: boolean;
  /** What is paid, on the left. */
  children?: ReactNode;
}

/** The button that pays; there is nothing to press before it is known how one can pay. */
export function PayBar({ goods, kind, label, paying, children }: PayBarProps) {
  const button = (ready: boolean) => (
    <Button type="submit" kind={kind} disabled={!ready || paying}>
      {label}
    </Button>
  );
  return (
    <div className={styles.bar}>
      {children}
      <OptionalDeferred value={goods} skeleton={button(false)} without={button(false)}>
        {({ channels }) => button(channels.length > 0)}
      </OptionalDeferred>
    </div>
  );
}

/** The price of what is chosen. Without scripts nobody could say which that is. */
export function Sum({ price, note }: { price: number; note: string }) {
  return (
    <p className={styles.sum} aria-live="polite">
      <Amount value={price} price />
      <span>{note}</span>
    </p>
  );
}
