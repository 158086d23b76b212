import type { ClientLoaderFunctionArgs, ShouldRevalidateFunction } from "@remix-run/react";
import { entryReturnedTo, keptOf } from "../navigation/history-entry.ts";
import { partsOrOffline } from "../navigation/or-offline.ts";
import type { KeptPage } from "./use-list-data.ts";

/**
 * For pages with a list that grows. Who comes back finds what was there, without a request. A part that cannot be
 * had, for want of a network, is an outcome that the list shows with a retry, not an error that replaces the page.
 */
export async function listClientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  const { pathname, search, searchParams } = new URL(request.url);
  const part = searchParams.get("only");
  if (part) return partsOrOffline(serverLoader(), "list", part);

  const entry = entryReturnedTo();
  const page = entry && keptOf<KeptPage>(entry, "page");
  return page && page.address === pathname + search ? page.data : serverLoader();
}

/** What a visitor does elsewhere never reloads the lists; another address, or asking again, does. */
export const listShouldRevalidate: ShouldRevalidateFunction = ({
  formMethod,
  defaultShouldRevalidate,
}) => (formMethod ?? "GET") === "GET" && defaultShouldRevalidate;
