import { useFetcher, useLocation, useNavigate, useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { clientLoader } from "../../resources/member.route.ts";
import { tabStorage } from "../../session/storage.ts";
import type { OpenPayment } from "../../session/storage-schema.ts";
import { texts } from "../../texts/index.ts";
import { showToast } from "../../ui/feedback/toast.tsx";

const ASK_MS = 2_000;
const PATIENCE_MS = 60_000;

type Holding = Pick<OpenPayment, "coins" | "vipUntil">;

const hasArrived = ({ product, coins, vipUntil }: OpenPayment, now: Holding) =>
  product === "coins" ? now.coins > coins : now.vipUntil > vipUntil;

/** Where visitors wait for a payment; who is elsewhere is not taken away. */
const payingPages = new Set(["/pay", "/vip", "/mine"]);

export function usePaymentReturn(): void {
  const { load, data, state } = useFetcher<typeof clientLoader>({ key: "payment-return" });
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const waiting = payingPages.has(useLocation().pathname);
  /** Waits for a slow response: loading again would abort it. */
  const asking = useRef(false);
  asking.current = state !== "idle";

  useEffect(() => {
    const now = data?.member;
    const payment = tabStorage.read("openPayment");
    if (!now || !payment || !hasArrived(payment, now)) return;
    tabStorage.remove("openPayment");
    showToast(texts.payment.arrived[payment.product], { kind: "done" });
    if (payment.product === "coins" && payment.back)
      tabStorage.update("wantedEpisode", (wanted) => wanted && { ...wanted, paid: true });
    revalidate();
    if (payment.back && waiting) navigate(payment.back, { replace: true });
  }, [data, revalidate, navigate, waiting]);

  useEffect(() => {
    let timer: ReturnType<typeof setInterval> | undefined;
    let until = 0;
    const stop = () => clearInterval(timer);
    const ask = () => {
      const payment = tabStorage.read("openPayment");
      if (!payment) return stop();
      if (document.visibilityState !== "visible" || asking.current) return;
      if (Date.now() < until) return load("/member");
      stop();
      if (!payment.notified) showToast(texts.payment.waiting);
      tabStorage.update("openPayment", (open) => open && { ...open, notified: true });
    };
    const begin = () => {
      stop();
      if (document.visibilityState !== "visible" || !tabStorage.read("openPayment")) return;
      until = Date.now() + PATIENCE_MS;
      timer = setInterval(ask, ASK_MS);
      ask();
    };
    const restored = (event: PageTransitionEvent) => event.persisted && begin();
    begin();
    document.addEventListener("visibilitychange", begin);
    window.addEventListener("pageshow", restored);
    return () => {
      stop();
      document.removeEventListener("visibilitychange", begin);
      window.removeEventListener("pageshow", restored);
    };
  }, [load]);
}
