import { useFetcher } from "@remix-run/react";
import type { MemberNews, PublicMember } from "../../server/session/member.ts";

/** The one place where the answers of the member resource are kept. */
export const MEMBER_FETCHER = { key: "member" };

/** Who is visiting, kept fresh by the shell; undefined until that is known. */
export function useMember(): PublicMember | undefined {
  return useFetcher<MemberNews | null>(MEMBER_FETCHER).data?.member ?? undefined;
}

/** Whether an answer has come, be it that nobody can tell who is visiting. */
export function useMemberAsked(): boolean {
  return useFetcher<MemberNews | null>(MEMBER_FETCHER).data !== undefined;
}
