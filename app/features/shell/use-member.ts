import { useFetcher } from "@remix-run/react";
import { useEffect } from "react";
import type { loader } from "../../resources/member.route.ts";

const REFRESH_MS = 10_000;

/** Who is visiting: asked once at first, which makes a new device a guest, then every ten seconds while seen. */
export function useMember() {
  const { load, data } = useFetcher<typeof loader>({ key: "member" });

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

  return data;
}
