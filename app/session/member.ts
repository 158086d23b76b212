import { useFetcher, useLocation, useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import type { MemberStatus, PublicMember } from "../../server/session/member.ts";
import { HIDDEN_ADDRESS } from "../addresses.ts";
import { tabStorage } from "../device/storage.ts";
import { clearEntriesOfOthers, forgetPages } from "../navigation/history-entry.ts";
import { useSignalEffect } from "../ui/paint.ts";
import { isMemberRequested } from "./member-lock.ts";
import { notifySessionEnded, useSessionEnding } from "./session-ended.tsx";

const MEMBER_FETCHER = { key: "member" };

/** Undefined until hydrated: the server's HTML has no member, but parts may hydrate after the member has loaded. */
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

/** @param ageGatePassed the first request waits for it, because it registers a guest */
export function useRefreshMember(ageGatePassed: boolean): void {
  const { load, data } = useFetcher<MemberStatus | null>(MEMBER_FETCHER);
  const atLogin = useLocation().pathname === "/login";
  const ending = useSessionEnding();

  // biome-ignore lint/correctness/useExhaustiveDependencies: refetches when the session ends
  useSignalEffect([load, atLogin, ending, ageGatePassed], (signal) => {
    if (!ageGatePassed) return;
    const loadMember = () => {
      if (document.visibilityState === "visible") load("/member");
    };
    // a second request would queue; the fetcher cannot tell: it stays "loading" if a revalidation is dropped
    const refresh = () => isMemberRequested() || loadMember();
    const first = setTimeout(loadMember);
    const timer = setInterval(refresh, REFRESH_MS);
    document.addEventListener("visibilitychange", refresh, { signal });
    signal.addEventListener("abort", () => {
      clearTimeout(first);
      clearInterval(timer);
    });
  });

  useEffect(() => {
    if (data?.ended) notifySessionEnded(data.ended);
  }, [data]);
  useResetOnMemberChange(data?.member);
}

let revalidatedAt = Number.NEGATIVE_INFINITY;

export function useRevalidateWhenRegistered(): void {
  const status = useStatus();
  const { revalidate } = useRevalidator();
  useEffect(() => {
    // several parts of a page may call this; without cookies, each request would register a new guest
    if (!status?.member || performance.now() - revalidatedAt < REFRESH_MS / 2) return;
    revalidatedAt = performance.now();
    revalidate();
  }, [status, revalidate]);
}

/** Reloads the page if the site's password is needed (see `app/resources/member.route.ts`). */
export function useSitePasswordCheck(enabled: boolean): void {
  const { load } = useFetcher(MEMBER_FETCHER);
  useEffect(() => {
    if (enabled) load("/member");
  }, [enabled, load]);
}

/** Clears cached data when the member changes in another tab, and the hidden section's when their VIP changes. */
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
