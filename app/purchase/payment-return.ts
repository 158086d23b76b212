import { useFetcher, useLocation, useNavigate, useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { addressesBefore } from "../remix/history.ts";
import type { clientLoader } from "../resources/payment.route.ts";
import { texts } from "../texts/index.ts";
import { showToast } from "../ui/feedback/toast.tsx";
import { dispatchPurchase, purchase, usePurchaseState } from "./purchase.ts";

const ASK_MS = 2_000;
const PATIENCE_MS = 60_000;

/** A video's page is the same at any of its seconds. */
const pageAt = (address: string) => {
  const { pathname, searchParams } = new URL(address, window.location.href);
  return `${pathname}?${searchParams.get("id") ?? ""}`;
};

const isPaying = (page: string) => /^\/(pay|vip|cashier\/.+)\?/.test(page);

/**
 * How many history entries back the page is that a payment was for, where only the cashier and the pages that led to it
 * lie between; 0 otherwise, and in browsers that do not tell their entries.
 */
function entriesBackTo(address: string): number {
  const before = addressesBefore().map(pageAt);
  const steps = before.findIndex((page) => !isPaying(page)) + 1;
  return before[steps - 1] === pageAt(address) ? steps : 0;
}

/** Whether the page that is open is that one, come to by way of a cashier. */
const isReturnTo = (address: string) =>
  address !== "" && pageAt(window.location.href) === pageAt(address);

/** Where visitors wait for a payment; who is elsewhere is not taken away. */
const payingPages = new Set(["/pay", "/vip", "/mine"]);

/** Asks for the order that a cashier was opened for, as long as it is of use, and says when it has been paid. */
export function usePaymentReturn(): void {
  const { load, data, state } = useFetcher<typeof clientLoader>({ key: "payment-return" });
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const waiting = payingPages.has(useLocation().pathname);
  const { order } = usePurchaseState();
  const sealed = order?.order ?? "";
  const isSearched = order?.isSearched === true;
  const handled = useRef(data);
  /** Waits for a slow response: loading again would abort it. */
  const asking = useRef(false);
  asking.current = state !== "idle";

  useEffect(() => {
    if (!data || data === handled.current) return;
    handled.current = data;
    const { order: open, back } = purchase();
    if (!data.paid || !open) return dispatchPurchase({ type: "unpaid" });
    dispatchPurchase({ type: "paid" });
    showToast(texts.payment.arrived[open.product], { kind: "done" });
    revalidate();
    if (!back || !waiting) return;
    const entries = entriesBackTo(back);
    if (entries > 0) navigate(-entries);
    else navigate(back, { replace: true });
  }, [data, revalidate, navigate, waiting]);

  useEffect(() => {
    if (!sealed || !isSearched) return;
    const until = Date.now() + PATIENCE_MS;
    const ask = () => {
      if (document.visibilityState !== "visible" || asking.current) return;
      if (Date.now() < until) load(`/payment?order=${sealed}`);
      else dispatchPurchase({ type: "search", searching: false });
    };
    const timer = setInterval(ask, ASK_MS);
    ask();
    return () => clearInterval(timer);
  }, [sealed, isSearched, load]);

  // a cashier leads on to the page that the payment was for: the entry from which it was begun is that page, too
  useEffect(() => {
    const { back, state: now } = purchase();
    const entries = now === "paying" && isReturnTo(back) ? entriesBackTo(back) : 0;
    if (entries > 0) window.history.go(-entries);
  }, []);

  useEffect(() => {
    const search = () => {
      if (document.visibilityState === "visible")
        dispatchPurchase({ type: "search", searching: true });
    };
    const restored = (event: PageTransitionEvent) => event.persisted && search();
    search();
    document.addEventListener("visibilitychange", search);
    window.addEventListener("pageshow", restored);
    return () => {
      document.removeEventListener("visibilitychange", search);
      window.removeEventListener("pageshow", restored);
    };
  }, []);
}
