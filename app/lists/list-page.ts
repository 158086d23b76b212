import { type ClientLoaderFunctionArgs, useLoaderData, useLocation } from "@remix-run/react";
import { useEffect } from "react";
import {
  entryOnScreen,
  entryReturnedTo,
  forgetPages,
  type SavedPage,
  savedInEntry,
  saveInEntry,
} from "../navigation/history-entry.ts";
import { fallBackTo } from "../session/session-ended.tsx";
import { texts } from "../texts/index.ts";
import { showToast } from "../ui/feedback/toast.tsx";

export async function listClientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  const { pathname, search } = new URL(request.url);
  const cachedIn = (entry: string | undefined) => {
    const page = entry && savedInEntry<CachedPage>(entry, "page");
    return page && page.address === pathname + search ? page.data : undefined;
  };
  const onScreen = cachedIn(entryOnScreen());
  return (
    cachedIn(entryReturnedTo()) ?? (onScreen ? refresh(onScreen, serverLoader()) : serverLoader())
  );
}

const refresh = <Data>(onScreen: Data, answer: Promise<Data>) =>
  answer.catch((error) => {
    const kept = fallBackTo(onScreen)(error);
    showToast(texts.network, { kind: "failed" });
    return kept;
  });

interface CachedPage extends SavedPage {
  data: PageData;
}

type PageData = Readonly<Record<string, unknown>>;

export function useListData<Loader>() {
  const data = useLoaderData<Loader>();
  const { key, pathname, search } = useLocation();
  useEffect(() => {
    const address = pathname + search;
    completePage(data).then(
      (whole) => saveInEntry(key, "page", { address, data: whole } satisfies CachedPage),
      () => undefined,
    );
  }, [data, key, pathname, search]);
  return data;
}

/** Drops the cached pages at a path before and after a change of their data. */
export function changePage<Result>(pathname: string, change: Promise<Result>): Promise<Result> {
  forgetPages(pathname);
  return change.finally(() => forgetPages(pathname));
}

/** Rejects if a part failed, so that the page is not cached. Leaves out the flash message, which is shown only once. */
async function completePage(data: unknown): Promise<PageData> {
  if (!isData(data)) throw new Error("no data");
  const { flashMessage: _shown, ...parts } = data;
  return awaitParts(parts);
}

async function awaitParts(parts: PageData): Promise<PageData> {
  const arrived = Object.entries(parts).map(async ([name, deferred]) => {
    const part: unknown = await deferred;
    if (!isData(part)) return [name, part] as const;
    if (!("ok" in part)) return [name, await awaitParts(part)] as const;
    if (part.ok !== true || part.data === null) throw new Error(name);
    return [name, part] as const;
  });
  return Object.fromEntries(await Promise.all(arrived));
}

const isData = (value: unknown): value is PageData =>
  typeof value === "object" && value !== null && !Array.isArray(value);
