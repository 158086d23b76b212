import type { ReactNode } from "react";
import type { Goods } from "../../../../server/domain/payments.ts";
import type { DeferredOutcome } from "../../../../server/outcomes/defer-after.ts";
import type { AccountStatus } from "../../../../server/session/vip.ts";
import { type PlacedOrder, recordOrder } from "../../../purchase/cashier.ts";
import { texts } from "../../../texts/index.ts";
import { Button, buttonClass } from "../../../ui/basics/button.tsx";
import { Icon } from "../../../ui/basics/icon.tsx";
import { OptionalDeferred } from "../../../ui/feedback/deferred.tsx";
import { RadioRow, RadioRows } from "../../../ui/form/radio-rows.tsx";
import { AmountLabel } from "../../../ui/layout/amount.tsx";
import styles from "./channels.module.css";
import payBarStyles from "./pay-bar.module.css";
import payStepStyles from "./pay-step.module.css";

export const membershipText = (status: AccountStatus) =>
  status.vip ? texts.membership.left(status.daysLeft, status.until) : texts.membership.none;

export function PaymentChannels({ names, form }: { names: readonly string[]; form: string }) {
  if (names.length === 0)
    return <p className={`panel ${styles.none}`}>{texts.payment.noChannels}</p>;
  return (
    <RadioRows label={texts.payment.channels} untitled>
      {names.map((name, index) => (
        <RadioRow
          key={name}
          name="channel"
          value={index}
          form={form}
          label={name}
          icon={index === 0 ? "wallet" : "qr"}
          defaultChecked={index === 0}
        />
      ))}
    </RadioRows>
  );
}

interface PayBarProps {
  goods: DeferredOutcome<Goods>;
  kind: "gold" | "brand";
  label: ReactNode;
  paying: boolean;
  children?: ReactNode;
}

export function PayBar({ goods, kind, label, paying, children }: PayBarProps) {
  const button = (ready: boolean) => (
    <Button type="submit" kind={kind} disabled={!ready || paying}>
      {label}
    </Button>
  );
  return (
    <div className={payBarStyles.bar} data-bottom-bar="">
      {children}
      <OptionalDeferred value={goods} skeleton={button(false)} unavailable={button(false)}>
        {({ channels }) => button(channels.length > 0)}
      </OptionalDeferred>
    </div>
  );
}

/** Hidden without scripts, because it could not follow the choice. */
export function TotalPrice({ price, note }: { price: number; note: string }) {
  return (
    <p className={payBarStyles.sum} aria-live="polite">
      <AmountLabel value={price} price />
      <span>{note}</span>
    </p>
  );
}

export function PayStep({ product, order }: { product: "vip" | "coins"; order: PlacedOrder }) {
  return (
    <main className={payStepStyles.step}>
      <Icon name="wallet" />
      <p role="status">{texts.payment.ordered}</p>
      <a
        href={order.payAddress}
        rel="noreferrer noopener"
        className={buttonClass({ kind: product === "vip" ? "gold" : "brand" })}
        onClick={() => recordOrder(product, order)}
      >
        {texts.payment.go}
      </a>
    </main>
  );
}
