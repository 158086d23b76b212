import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import {
  type ClientActionFunctionArgs,
  type ShouldRevalidateFunction,
  useFetcher,
} from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import type { ActionResult } from "../../../../server/outcomes/actions.ts";
import { FAVOURITES_ADDRESS, pageOf } from "../../../addresses.ts";
import { deviceStorage, useDeviceStorage } from "../../../device/storage.ts";
import type { SavedVideo } from "../../../device/storage-schema.ts";
import { BackToTop, PullToRefresh } from "../../../lists/list-controls.tsx";
import { changePage, listClientLoader, useListData } from "../../../lists/list-page.ts";
import { onlyAfterActionsOf } from "../../../navigation/revalidation.ts";
import { offlineClientAction } from "../../../results/offline-results.ts";
import { texts } from "../../../texts/index.ts";
import { Deferred, OptionalDeferred } from "../../../ui/feedback/deferred.tsx";
import { showToast } from "../../../ui/feedback/toast.tsx";
import { PageHeader } from "../../../ui/layout/page-header.tsx";
import { pageTitle } from "../../../ui/layout/page-title.ts";
import { ClearButton, ClearStep, EmptyLibrary, useClear } from "../clear-list.tsx";
import styles from "../library.module.css";
import { loadFavourites, parseFavouritesPage, removeFavourites } from "../library.server.ts";
import {
  favouriteIntents,
  type LibraryPage,
  savedOnlyHere,
  splitCodes,
} from "../library-videos.ts";
import { FavouritesList, FavouritesSkeleton } from "./favourites-list.tsx";

const ADDRESS = FAVOURITES_ADDRESS;

interface LoadedFavourites {
  first: LibraryPage;
  codes: string;
}

export async function loader({ context, request }: LoaderFunctionArgs) {
  const params = new URL(request.url).searchParams;
  const requested = parseFavouritesPage(params, pageOf(params));
  const page = await context.deferPage({ favourites: loadFavourites(context, requested) });
  return { ...page, flashMessage: context.takeFlash() };
}

export async function action({ context, request }: ActionFunctionArgs) {
  const result = await removeFavourites(context, await context.formDataOf(request));
  return (result.ok && context.redirectNativeForm(ADDRESS, texts.favourites.cleared)) || result;
}

export const clientLoader = listClientLoader;

export const clientAction = (args: ClientActionFunctionArgs) =>
  changePage(ADDRESS, offlineClientAction(args));

export const shouldRevalidate: ShouldRevalidateFunction = (change) =>
  change.formData?.get("intent") !== favouriteIntents.remove && onlyAfterActionsOf(ADDRESS)(change);

export const meta: MetaFunction = ({ matches }) => pageTitle(texts.favourites.title, matches);

export default function Favourites() {
  const page = useListData<typeof loader>();
  const saved = useDeviceStorage("savedVideos");
  const { cleared, clear } = useClear({
    address: ADDRESS,
    done: texts.favourites.cleared,
    clearDevice: () => deviceStorage.remove("savedVideos"),
  });
  const { removed, remove } = useRemoveFavourites(ADDRESS);
  const isEmpty = ({ first, codes }: LoadedFavourites) =>
    cleared || (first.page === 1 && allCodes(codes, saved, removed).length === 0);
  return (
    <>
      <PageHeader title={texts.favourites.title} back={false}>
        <OptionalDeferred value={page.favourites}>
          {(loaded) =>
            !isEmpty(loaded) && (
              <ClearButton address={ADDRESS} words={texts.favourites} onClear={clear} />
            )
          }
        </OptionalDeferred>
      </PageHeader>
      <PullToRefresh />
      <main className={styles.list} data-own-list="favourites">
        <ClearStep address={ADDRESS} words={texts.favourites} flashMessage={page.flashMessage} />
        <Deferred value={page.favourites} skeleton={<FavouritesSkeleton />}>
          {(loaded) =>
            isEmpty(loaded) ? (
              <EmptyLibrary message={texts.favourites.empty} />
            ) : (
              <FavouritesList
                first={loaded.first}
                codes={allCodes(loaded.codes, saved, removed)}
                recorded={loaded.codes}
                saved={saved}
                removed={removed}
                onRemove={(codes) => remove(codes, loaded.codes)}
              />
            )
          }
        </Deferred>
      </main>
      <BackToTop />
    </>
  );
}

function allCodes(
  recorded: string,
  saved: readonly SavedVideo[],
  removed: ReadonlySet<string>,
): string[] {
  const codes = splitCodes(recorded);
  const localOnly = savedOnlyHere(saved, new Set(codes)).map(({ code }) => code);
  return [...codes, ...localOnly].filter((code) => !removed.has(code));
}

function useRemoveFavourites(address: string) {
  const { submit, data, state } = useFetcher<ActionResult>();
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set());
  const lastRemoval = useRef<{ codes: ReadonlySet<string>; saved: readonly SavedVideo[] }>();

  useEffect(() => {
    if (state !== "idle" || data?.ok !== false) return;
    const { codes, saved = [] } = lastRemoval.current ?? {};
    setRemoved((removed) => new Set([...removed].filter((code) => !codes?.has(code))));
    deviceStorage.update("savedVideos", (others) => [...saved, ...others]);
    showToast(data.message, { kind: "failed" });
  }, [state, data]);

  const remove = (codes: ReadonlySet<string>, recorded: string) => {
    const isRemoved = ({ code }: { code: string }) => codes.has(code);
    lastRemoval.current = { codes, saved: deviceStorage.read("savedVideos").filter(isRemoved) };
    deviceStorage.update("savedVideos", (saved) => saved.filter((video) => !isRemoved(video)));
    setRemoved(new Set([...removed, ...codes]));
    const form = new FormData();
    form.set("intent", favouriteIntents.remove);
    for (const code of splitCodes(recorded)) if (codes.has(code)) form.append("code", code);
    submit(form, { method: "post", action: address });
    showToast(texts.watching.unfavourited);
  };
  return { removed, remove };
}
