import { texts } from "../texts/index.ts";
import { Button } from "../ui/basics/button.tsx";
import styles from "./payment-status.module.css";
import { dispatchPurchase, usePurchaseState } from "./purchase.ts";

const words = texts.payment;

export function PaymentStatus({ className = "" }: { className?: string }) {
  const { state, order } = usePurchaseState();
  const isLeaving = state === "paying" && !order?.isSearched;
  if (!order || isLeaving) return null;
  return (
    <div className={`${styles.status} ${className}`}>
      <p aria-live="polite">{order.isSearched ? words.searching : words.notFound}</p>
      <Button
        kind="soft"
        size="row"
        onClick={() => dispatchPurchase({ type: "search", searching: true })}
      >
        {words.searchAgain}
      </Button>
    </div>
  );
}
