import { type ClientActionFunctionArgs, useFetcher, useLocation } from "@remix-run/react";
import { type FormEvent, useCallback, useEffect, useRef, useState } from "react";
import type { PayableOrder } from "../../server/domain/payments.ts";
import type { ActionResult } from "../../server/outcomes/actions.ts";
import type { OpenOrder } from "../device/stored-purchase.ts";
import { offlineAsResult } from "../results/offline-results.ts";
import { texts } from "../texts/index.ts";
import { hideToast, showToast } from "../ui/feedback/toast.tsx";
import { dispatchPurchase } from "./purchase.ts";

const MESSAGE_MS = 6_000;
/** If the cashier opens in another app, this page stays open, and its button is enabled again. */
const LEAVING_MS = 20_000;

export const payingClientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  offlineAsResult(serverAction<PayResult>(), texts.payment.failed);

export type PlacedOrder = PayableOrder & { back: string };
export type PayResult = ActionResult<PlacedOrder>;

export function recordOrder(product: OpenOrder["product"], { order, back }: PlacedOrder) {
  const open = { product, order, episode: null, isSearched: false };
  dispatchPurchase({ type: "ordered", order: open, back });
}

export function usePayment(product: OpenOrder["product"]) {
  const { pathname, search } = useLocation();
  const address = pathname + search;
  const { submit, data } = useFetcher<PayResult>();
  const [paying, setPaying] = useState(false);
  const ordering = useRef(false);

  const end = useCallback(() => {
    ordering.current = false;
    setPaying(false);
    hideToast();
  }, []);

  useEffect(() => {
    if (!data) return;
    if (data.ok) {
      recordOrder(product, data.data);
      window.location.assign(data.data.payAddress);
      const timer = setTimeout(end, LEAVING_MS);
      return () => clearTimeout(timer);
    }
    end();
    showToast(data.message, { kind: "failed", shownMs: MESSAGE_MS });
  }, [data, product, end]);

  useEffect(() => {
    // the page may be restored from the back/forward cache after the cashier
    const onRestore = (event: PageTransitionEvent) => event.persisted && end();
    window.addEventListener("pageshow", onRestore);
    return () => window.removeEventListener("pageshow", onRestore);
  }, [end]);

  const pay = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (ordering.current) return;
    ordering.current = true;
    setPaying(true);
    showToast(texts.payment.paying, { kind: "busy" });
    submit(new FormData(event.currentTarget), { method: "post", action: address });
  };
  return { paying, pay, address };
}
