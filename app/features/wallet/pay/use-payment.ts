import {
  type ClientActionFunctionArgs,
  type ShouldRevalidateFunction,
  useFetcher,
} from "@remix-run/react";
import { type FormEvent, useCallback, useEffect, useRef, useState } from "react";
import type { PayableOrder } from "../../../../server/domain/payments.ts";
import { orOffline } from "../../../navigation/or-offline.ts";
import { tabStorage } from "../../../session/storage.ts";
import type { OpenPayment } from "../../../session/storage-schema.ts";
import { texts } from "../../../texts/index.ts";
import { hideToast, showToast } from "../../../ui/feedback/toast.tsx";
import type { PayResult } from "./paying.server.ts";

const MESSAGE_MS = 6_000;
/** A cashier that opens another app may leave this page where it is. */
const LEAVING_MS = 20_000;

/** Without a network nothing was ordered, which is an answer and no reason for an error page. */
export const payingClientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  orOffline(serverAction<PayResult>(), texts.payment.failed);

/** An order changes nothing on the page that made it. */
export const payingShouldRevalidate: ShouldRevalidateFunction = ({
  formMethod,
  defaultShouldRevalidate,
}) => (formMethod ?? "GET") === "GET" && defaultShouldRevalidate;

/** Remembers what the member had, so that the visit notices when it has changed. */
export function beginPayment(product: OpenPayment["product"], { before }: PayableOrder) {
  tabStorage.update("openPayment", () => ({ ...before, product, at: Date.now(), notified: false }));
}

/** Sends a page's form, and leads to the cashier where that went well. One order at a time. */
export function usePayment(product: OpenPayment["product"], address: string) {
  const { submit, data, state } = useFetcher<PayResult>();
  const [paying, setPaying] = useState(false);
  const underWay = useRef(false);

  const end = useCallback(() => {
    underWay.current = false;
    setPaying(false);
    hideToast();
  }, []);

  useEffect(() => {
    if (state !== "idle" || !data || !underWay.current) return;
    if (data.ok) {
      beginPayment(product, data.data);
      window.location.assign(data.data.payAddress);
      const timer = setTimeout(end, LEAVING_MS);
      return () => clearTimeout(timer);
    }
    end();
    showToast(data.message, { kind: "failed", shownMs: MESSAGE_MS });
  }, [state, data, product, end]);

  useEffect(() => {
    // the page as it was left for the cashier, taken out of the browser's memory
    const back = (event: PageTransitionEvent) => event.persisted && end();
    window.addEventListener("pageshow", back);
    return () => window.removeEventListener("pageshow", back);
  }, [end]);

  const pay = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (underWay.current) return;
    underWay.current = true;
    setPaying(true);
    showToast(texts.payment.paying, { kind: "busy" });
    submit(new FormData(event.currentTarget), { method: "post", action: address });
  };
  return { paying, pay };
}
