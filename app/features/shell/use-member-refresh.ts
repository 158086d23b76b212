import { useFetcher } from "@remix-run/react";
import { useEffect } from "react";
import { MEMBER_FETCHER } from "../../hooks/use-member.ts";
import type { loader } from "../../resources/member.route.ts";

const REFRESH_MS = 10_000;

/** Asks who is visiting: once at first, which makes a new device a guest, then every ten seconds while seen. */
export function useMemberRefresh(): void {
  const { load } = useFetcher<typeof loader>(MEMBER_FETCHER);

  useEffect(() => {
    const ask = () => {
      if (document.visibilityState === "visible") load("/member");
    };
    ask();
    const timer = setInterval(ask, REFRESH_MS);
    document.addEventListener("visibilitychange", ask);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", ask);
    };
  }, [load]);
}
