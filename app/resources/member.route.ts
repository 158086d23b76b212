import type { LoaderFunctionArgs } from "@remix-run/node";
import type { ClientLoaderFunctionArgs, ShouldRevalidateFunction } from "@remix-run/react";

/** Who this visitor is, or null while that cannot be told. The first request registers the device as a guest. */
export async function loader({ context }: LoaderFunctionArgs) {
  return context.member.card().catch(() => null);
}

/**
 * One tab asks at a time, and the next one with the cookie that the first was given: two tabs make one guest.
 * Nobody waits for this answer, so without a network the page stays as it is.
 */
export async function clientLoader({ serverLoader }: ClientLoaderFunctionArgs) {
  const ask = () => serverLoader<typeof loader>().catch(() => null);
  return navigator.locks ? navigator.locks.request("member", ask) : ask();
}

const leavesMemberAsIs = new Set<unknown>(["visit", "like", "favourite", "unfavourite"]);

/** Asked once more after what was done, unless that cannot have changed the member. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ formData, defaultShouldRevalidate }) =>
  defaultShouldRevalidate && !leavesMemberAsIs.has(formData?.get("intent"));
