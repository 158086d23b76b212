import {
  type ClientLoaderFunctionArgs,
  type ShouldRevalidateFunction,
  useLoaderData,
  useLocation,
} from "@remix-run/react";
import { useEffect } from "react";
import { entryReturnedTo, keep, keptOf } from "../navigation/history-entry.ts";
import { partsOrOffline } from "../navigation/or-offline.ts";

/**
 * For pages with a list that grows. Who comes back finds what was there, without a request. A part that cannot be
 * had, for want of a network, is an outcome that the list shows with a retry, not an error that replaces the page.
 */
export async function listClientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  const { pathname, search, searchParams } = new URL(request.url);
  const part = searchParams.get("only");
  if (part) return partsOrOffline(serverLoader(), "list", part);

  const entry = entryReturnedTo();
  const page = entry && keptOf<CachedPage>(entry, "page");
  return page && page.address === pathname + search ? page.data : serverLoader();
}

/** What a visitor does elsewhere never reloads the lists; another address, or asking again, does. */
export const listShouldRevalidate: ShouldRevalidateFunction = ({
  formMethod,
  defaultShouldRevalidate,
}) => (formMethod ?? "GET") === "GET" && defaultShouldRevalidate;

/** What a page showed at an address. */
export interface CachedPage {
  address: string;
  data: Record<string, unknown>;
}

/**
 * The loader's data, for pages with a list that grows. Once all of it has arrived it is kept with the history entry,
 * so that `listClientLoader` need not ask again when the visitor comes back.
 */
export function useListData<Loader>() {
  const data = useLoaderData<Loader>();
  const { key, pathname, search } = useLocation();
  useEffect(() => {
    const address = pathname + search;
    arrived(Object(data)).then(
      (whole) => keep(key, "page", { address, data: whole } satisfies CachedPage),
      () => undefined,
    );
  }, [data, key, pathname, search]);
  return data;
}

/** The data with nothing on its way any more; rejects when a part failed, which is better asked for again. */
async function arrived(data: Record<string, unknown>) {
  const parts = Object.entries(data).map(async ([name, value]) => {
    const part: unknown = await value;
    if (Object(part).ok === false) throw new Error(name);
    return [name, part] as const;
  });
  return Object.fromEntries(await Promise.all(parts));
}
