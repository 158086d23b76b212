import { useFetcher, useLocation, useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { MemberStatus, PublicMember } from "../../server/session/member.ts";
import { forgetKept } from "../navigation/history-entry.ts";
import type { clientLoader } from "../resources/member.route.ts";
import { notifySessionEnded, useSessionEnding } from "./session-ending.ts";
import { tabStorage } from "./storage.ts";

/** The one place where the answers of the member resource are kept. */
const MEMBER_FETCHER = { key: "member" };

/** Who is visiting, kept fresh by the shell; undefined until that is known. */
export function useMember(): PublicMember | undefined {
  return useFetcher<MemberStatus | null>(MEMBER_FETCHER).data?.member ?? undefined;
}

/** Whether an answer has come, be it that nobody can tell who is visiting. */
export function useMemberLoaded(): boolean {
  return useFetcher<MemberStatus | null>(MEMBER_FETCHER).data !== undefined;
}

const REFRESH_MS = 10_000;

/**
 * Asks who is visiting: once at first, which makes a new device a guest, then every ten seconds while seen. Also
 * around the login page, and when a session has ended, so that the cookie knows of it.
 */
export function useMemberRefresh(): void {
  const { load, data, state } = useFetcher<typeof clientLoader>(MEMBER_FETCHER);
  /** A slow answer is waited for: asking again would throw it away and stand in line behind it. */
  const waiting = useRef(false);
  waiting.current = state !== "idle";
  const atLogin = useLocation().pathname === "/login";
  const ending = useSessionEnding();

  // biome-ignore lint/correctness/useExhaustiveDependencies: an ending is a reason to ask
  useEffect(() => {
    const ask = () => {
      if (document.visibilityState === "visible") load("/member");
    };
    const refresh = () => waiting.current || ask();
    // the page is brought to life first
    const first = setTimeout(ask);
    const timer = setInterval(refresh, REFRESH_MS);
    document.addEventListener("visibilitychange", refresh);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
      document.removeEventListener("visibilitychange", refresh);
    };
  }, [load, atLogin, ending]);

  useEffect(() => {
    if (data?.ended) notifySessionEnded(data.ended);
  }, [data]);
  useResetOnMemberChange(data?.member?.code);
}

/** Another tab may have let somebody else in: nothing of the last member stays on the screen or in memory. */
function useResetOnMemberChange(code: string | undefined) {
  const { revalidate } = useRevalidator();
  const known = useRef<string>();
  useEffect(() => {
    if (code === undefined) return;
    if (known.current !== undefined && known.current !== code) {
      forgetKept();
      tabStorage.remove("openPayment");
      revalidate();
    }
    known.current = code;
  }, [code, revalidate]);
}
