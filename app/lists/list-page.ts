import {
  type ClientLoaderFunctionArgs,
  type ShouldRevalidateFunction,
  useLoaderData,
  useLocation,
} from "@remix-run/react";
import { useEffect } from "react";
import {
  entryOnScreen,
  entryReturnedTo,
  forgetInEntries,
  savedInEntry,
  saveInEntry,
} from "../navigation/history-entry.ts";
import { offlineAsParts } from "../navigation/offline-results.ts";
import { fallBackTo } from "../session/session-ending.ts";
import { texts } from "../texts/index.ts";
import { showToast } from "../ui/feedback/toast.tsx";

/** Going back shows the cached page without a request; rows that fail offline become a result with a retry. */
export async function listClientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  const { pathname, search, searchParams } = new URL(request.url);
  const part = searchParams.get("only");
  if (part) return offlineAsParts(serverLoader(), "list", part);

  const cachedIn = (entry: string | undefined) => {
    const page = entry && savedInEntry<CachedPage>(entry, "page");
    return page && page.address === pathname + search ? page.data : undefined;
  };
  const onScreen = cachedIn(entryOnScreen());
  return (
    cachedIn(entryReturnedTo()) ?? (onScreen ? refreshed(onScreen, serverLoader()) : serverLoader())
  );
}

/** A page that cannot be refreshed stays as it is. */
const refreshed = <Data>(onScreen: Data, answer: Promise<Data>) =>
  answer.catch((error) => {
    const kept = fallBackTo(onScreen)(error);
    showToast(texts.network, { kind: "failed" });
    return kept;
  });

/** Actions never reload a list. */
export const listShouldRevalidate: ShouldRevalidateFunction = ({
  formMethod,
  defaultShouldRevalidate,
}) => (formMethod ?? "GET") === "GET" && defaultShouldRevalidate;

/** For a list that only its own actions change. */
export const revalidateAfter =
  (pathname: string): ShouldRevalidateFunction =>
  ({ formMethod, formAction, defaultShouldRevalidate }) =>
    ((formMethod ?? "GET") === "GET" || formAction?.split("?")[0] === pathname) &&
    defaultShouldRevalidate;

export interface CachedPage {
  address: string;
  data: Record<string, unknown>;
}

/** The loader's data, cached by history entry once all of it has arrived. */
export function useListData<Loader>() {
  const data = useLoaderData<Loader>();
  const { key, pathname, search } = useLocation();
  useEffect(() => {
    const address = pathname + search;
    arrived(Object(data)).then(
      (whole) => saveInEntry(key, "page", { address, data: whole } satisfies CachedPage),
      () => undefined,
    );
  }, [data, key, pathname, search]);
  return data;
}

/** A page that the visitor changes is requested when returned to. */
export function changePage<Result>(pathname: string, change: Promise<Result>): Promise<Result> {
  forgetPages(pathname);
  return change.finally(() => forgetPages(pathname));
}

export const forgetPages = (pathname: string) =>
  forgetInEntries<CachedPage>("page", ({ address }) => address.split("?")[0] === pathname);

/** Rejects if a part failed or was refused: such a page is not cached. A flash message is shown once. */
async function arrived({ flashMessage: _shown, ...data }: Record<string, unknown>) {
  const parts = Object.entries(data).map(async ([name, value]) => {
    const part: unknown = await value;
    if (Object(part).ok === false || Object(part).data === null) throw new Error(name);
    return [name, part] as const;
  });
  return Object.fromEntries(await Promise.all(parts));
}
