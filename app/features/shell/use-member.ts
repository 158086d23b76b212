import { useFetcher } from "@remix-run/react";
import { useEffect } from "react";
import type { loader } from "../../resources/member.route.ts";

const REFRESH_MS = 10_000;

/**
 * Asks who is visiting, once at first and then every ten seconds while the page is seen. The first answer makes
 * this device a guest; the lock lets only one tab ask at a time, so that two tabs make one guest.
 */
export function useMember() {
  const { load, data } = useFetcher<typeof loader>({ key: "member" });

  useEffect(() => {
    const ask = () => {
      if (document.visibilityState !== "visible") return;
      if (!navigator.locks) return load("/member");
      // the lock is given back when the page is left, with a rejection that means nothing
      navigator.locks.request("member", async () => load("/member")).catch(() => undefined);
    };
    ask();
    const timer = setInterval(ask, REFRESH_MS);
    document.addEventListener("visibilitychange", ask);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", ask);
    };
  }, [load]);

  return data;
}
