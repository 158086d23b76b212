import type { HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import type { ClientLoaderFunctionArgs } from "@remix-run/react";
import { inTurn } from "../hooks/in-turn.ts";

/** Who this visitor is. The first request registers the device as a guest. */
export const loader = ({ context }: LoaderFunctionArgs) => context.member.news();

export const headers: HeadersFunction = () => ({ "cache-control": "private, no-store" });

/** Nobody waits for this answer, so without a network the page stays as it is. */
export const clientLoader = ({ serverLoader }: ClientLoaderFunctionArgs) =>
  inTurn(() => serverLoader<typeof loader>().catch(() => null));
