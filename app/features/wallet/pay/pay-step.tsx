import type { PayableOrder } from "../../../../server/domain/payments.ts";
import { texts } from "../../../texts/index.ts";
import { buttonClass } from "../../../ui/form/button.tsx";
import { Icon } from "../../../ui/media/icon.tsx";
import styles from "./pay-step.module.css";
import { beginPayment } from "./use-payment.ts";

interface PayStepProps {
  product: "vip" | "coins";
  order: PayableOrder;
}

/** For a form that was sent without scripts: the way to the cashier as a step of its own. */
export function PayStep({ product, order }: PayStepProps) {
  return (
    <main className={styles.step}>
      <Icon name="wallet" />
      <p role="status">{texts.payment.ordered}</p>
      <a
        href={order.payAddress}
        rel="noreferrer noopener"
        className={buttonClass({ kind: product === "vip" ? "gold" : "brand" })}
        onClick={() => beginPayment(product, order)}
      >
        {texts.payment.go}
      </a>
    </main>
  );
}
