import { useFetcher, useLocation, useNavigate, useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { addressesBefore } from "../remix/history.ts";
import type { clientLoader } from "../resources/payment.route.ts";
import { texts } from "../texts/index.ts";
import { showToast } from "../ui/feedback/toast.tsx";
import { useSignalEffect } from "../ui/paint.ts";
import { currentPurchase, dispatchPurchase, usePurchaseState } from "./purchase.ts";

const POLL_MS = 2_000;
const GIVE_UP_AFTER_MS = 60_000;

/** Ignores the position: a video's page is the same at every second. */
const pageAt = (address: string) => {
  const { pathname, searchParams } = new URL(address, window.location.href);
  return `${pathname}?${searchParams.get("id") ?? ""}`;
};

const isPaying = (page: string) => /^\/(pay|vip|cashier\/.+)\?/.test(page);

/** 0 if there are pages in between that are not part of paying, or if there is no Navigation API. */
function entriesBackTo(address: string): number {
  const before = addressesBefore().map(pageAt);
  const steps = before.findIndex((page) => !isPaying(page)) + 1;
  return before[steps - 1] === pageAt(address) ? steps : 0;
}

const isAt = (address: string) =>
  address !== "" && pageAt(window.location.href) === pageAt(address);

const payingPaths = new Set(["/pay", "/vip", "/mine"]);

/** Looks for the payment of the order that is open in this tab, and leads back to what it was for. */
export function PaymentReturn() {
  const { load, data, state } = useFetcher<typeof clientLoader>({ key: "payment-return" });
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const onPayingPage = payingPaths.has(useLocation().pathname);
  const { order } = usePurchaseState();
  const sealedOrder = order?.order ?? "";
  const isSearched = order?.isSearched === true;
  const handled = useRef(data);
  const isRequested = useRef(false);
  isRequested.current = state !== "idle";

  useEffect(() => {
    if (!data || data === handled.current) return;
    handled.current = data;
    const { order: open, back } = currentPurchase();
    if (!data.paid || !open) return dispatchPurchase({ type: "unpaid" });
    dispatchPurchase({ type: "paid" });
    showToast(texts.payment.arrived[open.product], { kind: "done" });
    revalidate();
    if (!back || !onPayingPage) return;
    const entries = entriesBackTo(back);
    if (entries > 0) navigate(-entries);
    else navigate(back, { replace: true });
  }, [data, revalidate, navigate, onPayingPage]);

  useEffect(() => {
    if (!sealedOrder || !isSearched) return;
    const until = Date.now() + GIVE_UP_AFTER_MS;
    const poll = () => {
      if (document.visibilityState !== "visible" || isRequested.current) return;
      if (Date.now() < until) load(`/payment?order=${sealedOrder}`);
      else dispatchPurchase({ type: "search", searching: false });
    };
    const timer = setInterval(poll, POLL_MS);
    poll();
    return () => clearInterval(timer);
  }, [sealedOrder, isSearched, load]);

  // the cashier has opened a page that is also an earlier entry: go back to that entry
  useEffect(() => {
    const { back, state: now } = currentPurchase();
    const entries = now === "paying" && isAt(back) ? entriesBackTo(back) : 0;
    if (entries > 0) window.history.go(-entries);
  }, []);

  useSignalEffect([], (signal) => {
    const search = () => {
      if (document.visibilityState === "visible")
        dispatchPurchase({ type: "search", searching: true });
    };
    const onRestore = (event: PageTransitionEvent) => event.persisted && search();
    search();
    document.addEventListener("visibilitychange", search, { signal });
    window.addEventListener("pageshow", onRestore, { signal });
  });
  return null;
}
