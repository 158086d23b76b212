import { useFetcher, useLocation, useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import type { MemberStatus, PublicMember } from "../../server/session/member.ts";
import { HIDDEN_ADDRESS } from "../addresses.ts";
import { tabStorage } from "../device/storage.ts";
import { clearEntriesOfOthers, forgetPages } from "../navigation/history-entry.ts";
import { isMemberRequested } from "./member-lock.ts";
import { notifySessionEnded, useSessionEnding } from "./session-ended.tsx";

const MEMBER_FETCHER = { key: "member" };

/** Parts of the page may hydrate after the member is known, who is not in the document. */
function useStatus() {
  const { data } = useFetcher<MemberStatus | null>(MEMBER_FETCHER);
  return useHydrated() ? data : undefined;
}

export function useMember(): PublicMember | undefined {
  return useStatus()?.member ?? undefined;
}

export function useMemberLoaded(): boolean {
  return useStatus() !== undefined;
}

const REFRESH_MS = 10_000;

/** @param mayAsk false until the age gate is open: the first request registers a guest */
export function useMemberRefresh(mayAsk: boolean): void {
  const { load, data } = useFetcher<MemberStatus | null>(MEMBER_FETCHER);
  const atLogin = useLocation().pathname === "/login";
  const ending = useSessionEnding();

  // biome-ignore lint/correctness/useExhaustiveDependencies: refetches when the session ends
  useEffect(() => {
    if (!mayAsk) return;
    const ask = () => {
      if (document.visibilityState === "visible") load("/member");
    };
    // a second one would queue. The fetcher's state stays "loading" if a revalidation is dropped
    const refresh = () => isMemberRequested() || ask();
    const first = setTimeout(ask);
    const timer = setInterval(refresh, REFRESH_MS);
    document.addEventListener("visibilitychange", refresh);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
      document.removeEventListener("visibilitychange", refresh);
    };
  }, [load, atLogin, ending, mayAsk]);

  useEffect(() => {
    if (data?.ended) notifySessionEnded(data.ended);
  }, [data]);
  useResetOnMemberChange(data?.member);
}

let reloadedAt = Number.NEGATIVE_INFINITY;

export function useReloadOnceRegistered(): void {
  const status = useStatus();
  const { revalidate } = useRevalidator();
  useEffect(() => {
    // several parts of a page may wait; and without cookies each request is a new visitor
    if (!status?.member || performance.now() - reloadedAt < REFRESH_MS / 2) return;
    reloadedAt = performance.now();
    revalidate();
  }, [status, revalidate]);
}

/** Reloads if the site wants its password (`app/resources/member.route.ts`). */
export function useMemberCheck(wanted: boolean): void {
  const { load } = useFetcher(MEMBER_FETCHER);
  useEffect(() => {
    if (wanted) load("/member");
  }, [wanted, load]);
}

/** Clears cached data when another tab changed the member, or their VIP changed the hidden section. */
function useResetOnMemberChange(member: PublicMember | null | undefined) {
  const { revalidate } = useRevalidator();
  const previous = useRef<PublicMember>();
  useEffect(() => {
    const before = previous.current;
    previous.current = member ?? before;
    if (!member) return;
    clearEntriesOfOthers(member.code);
    if (!before) return;
    if (before.code !== member.code) {
      tabStorage.remove("purchase", "recordedVideos");
      revalidate();
    } else if (before.vipPeriod !== member.vipPeriod || before.vipUntil !== member.vipUntil) {
      forgetPages(HIDDEN_ADDRESS);
    }
  }, [member, revalidate]);
}
