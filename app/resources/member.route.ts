import type { ShouldRevalidateFunction } from "@remix-run/react";
import type { MemberStatus } from "../../server/session/member.ts";
import { watchIntents } from "../navigation/video-intents.tsx";
import { keepsCookies, withMemberLock } from "../session/member-lock.ts";

/** Limits how long a dead connection blocks a login in another tab. */
const TIMEOUT_MS = 60_000;

let lastStatus: MemberStatus | null = null;

// `server/host.ts` answers. Not a Remix loader: the router would abort it on a form submission and lose its cookie.
export const clientLoader = () =>
  withMemberLock(async (): Promise<MemberStatus | null> => {
    // without cookies, each request would register another guest
    if (!keepsCookies()) return null;
    const signal = AbortSignal.timeout?.(TIMEOUT_MS);
    const answer = await fetch("/member", { signal }).catch(() => null);
    // the site's password is needed, for example because it was changed (`server/entry/entry.ts`)
    if (answer?.status === 401) window.location.reload();
    if (answer?.ok) lastStatus = await answer.json().catch(() => lastStatus);
    return lastStatus;
  });

const { visit, like, favourite, unfavourite } = watchIntents;
const leavesMemberAsIs = new Set<unknown>([visit, like, favourite, unfavourite]);

export const shouldRevalidate: ShouldRevalidateFunction = ({ formData, defaultShouldRevalidate }) =>
  defaultShouldRevalidate && !leavesMemberAsIs.has(formData?.get("intent"));
