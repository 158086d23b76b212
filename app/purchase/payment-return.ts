import { useFetcher, useLocation, useNavigate, useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { addressesBefore } from "../remix/history.ts";
import type { clientLoader } from "../resources/payment.route.ts";
import { texts } from "../texts/index.ts";
import { showToast } from "../ui/feedback/toast.tsx";
import { dispatchPurchase, purchase, usePurchaseState } from "./purchase.ts";

const POLL_MS = 2_000;
const GIVE_UP_AFTER_MS = 60_000;

/** Ignores the second: a video's page is the same at any of them. */
const pageAt = (address: string) => {
  const { pathname, searchParams } = new URL(address, window.location.href);
  return `${pathname}?${searchParams.get("id") ?? ""}`;
};

const isPaying = (page: string) => /^\/(pay|vip|cashier\/.+)\?/.test(page);

/** 0 unless only the cashier and the pages leading to it lie between, and without the Navigation API. */
function entriesBackTo(address: string): number {
  const before = addressesBefore().map(pageAt);
  const steps = before.findIndex((page) => !isPaying(page)) + 1;
  return before[steps - 1] === pageAt(address) ? steps : 0;
}

const isReturnTo = (address: string) =>
  address !== "" && pageAt(window.location.href) === pageAt(address);

const payingPages = new Set(["/pay", "/vip", "/mine"]);

export function usePaymentReturn(): void {
  const { load, data, state } = useFetcher<typeof clientLoader>({ key: "payment-return" });
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const waiting = payingPages.has(useLocation().pathname);
  const { order } = usePurchaseState();
  const sealed = order?.order ?? "";
  const isSearched = order?.isSearched === true;
  const handled = useRef(data);
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
    const until = Date.now() + GIVE_UP_AFTER_MS;
    const ask = () => {
      if (document.visibilityState !== "visible" || asking.current) return;
      if (Date.now() < until) load(`/payment?order=${sealed}`);
      else dispatchPurchase({ type: "search", searching: false });
    };
    const timer = setInterval(ask, POLL_MS);
    ask();
    return () => clearInterval(timer);
  }, [sealed, isSearched, load]);

  // the cashier leads to the paid-for page, which is an earlier entry, too: go back to that one
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
