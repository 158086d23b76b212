import type { LoaderFunctionArgs } from "@remix-run/node";
import type { ShouldRevalidateFunction } from "@remix-run/react";
import type { MemberStatus } from "../../server/session/member.ts";
import { inTurn } from "../navigation/in-turn.ts";

/** Who this visitor is. The first request registers the device as a guest. */
export async function loader({ context }: LoaderFunctionArgs) {
  return Response.json(await context.member.status());
}

/** In milliseconds: a line that died without a word must not keep a login from its turn. */
const PATIENCE = 60_000;

/** The last answer, which holds until there is another one. */
let known: MemberStatus | null = null;

/**
 * Nobody waits for this answer, so without a network the page stays as it is. It is asked for past the router, which
 * would give it up half-read when a form is sent: its cookie must be there before the next one's turn.
 */
export const clientLoader = () =>
  inTurn(async (): Promise<MemberStatus | null> => {
    const signal = AbortSignal.timeout?.(PATIENCE);
    const answer = await fetch("/member", { signal }).catch(() => null);
    if (answer?.ok) known = await answer.json().catch(() => known);
    return known;
  });

const leavesMemberAsIs = new Set<unknown>(["visit", "like", "favourite", "unfavourite"]);

/** Asked once more after what was done, unless that cannot have changed the member. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ formData, defaultShouldRevalidate }) =>
  defaultShouldRevalidate && !leavesMemberAsIs.has(formData?.get("intent"));
