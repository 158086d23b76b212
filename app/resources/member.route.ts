import type { LoaderFunctionArgs } from "@remix-run/node";
import type { ShouldRevalidateFunction } from "@remix-run/react";
import type { MemberStatus } from "../../server/session/member.ts";
import { withMemberLock } from "../navigation/member-lock.ts";

/** The visitor's member; the first request registers the device as a guest. */
export async function loader({ context }: LoaderFunctionArgs) {
  return Response.json(await context.member.status());
}

/** In milliseconds: a dead connection must not block a login in another tab for longer. */
const PATIENCE = 60_000;

let lastStatus: MemberStatus | null = null;

/**
 * Past the router, which would abort it when a form is sent: its cookie must be stored before the next request of this
 * kind. Without a network the last answer stays.
 */
export const clientLoader = () =>
  withMemberLock(async (): Promise<MemberStatus | null> => {
    const signal = AbortSignal.timeout?.(PATIENCE);
    const answer = await fetch("/member", { signal }).catch(() => null);
    if (answer?.ok) lastStatus = await answer.json().catch(() => lastStatus);
    return lastStatus;
  });

const leavesMemberAsIs = new Set<unknown>(["visit", "like", "favourite", "unfavourite"]);

export const shouldRevalidate: ShouldRevalidateFunction = ({ formData, defaultShouldRevalidate }) =>
  defaultShouldRevalidate && !leavesMemberAsIs.has(formData?.get("intent"));
