import type { HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import type { ClientLoaderFunctionArgs, ShouldRevalidateFunction } from "@remix-run/react";
import { inTurn } from "../hooks/in-turn.ts";

/** Who this visitor is. The first request registers the device as a guest. */
export const loader = ({ context }: LoaderFunctionArgs) => context.member.news();

export const headers: HeadersFunction = () => ({ "cache-control": "private, no-store" });

/** Nobody waits for this answer, so without a network the page stays as it is. */
export const clientLoader = ({ serverLoader }: ClientLoaderFunctionArgs) =>
  inTurn(() => serverLoader<typeof loader>().catch(() => null));

const leavesMemberAsIs = new Set<unknown>(["visit", "like", "favourite", "unfavourite"]);

/** Asked once more after what was done, unless that cannot have changed the member. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ formData, defaultShouldRevalidate }) =>
  defaultShouldRevalidate && !leavesMemberAsIs.has(formData?.get("intent"));
