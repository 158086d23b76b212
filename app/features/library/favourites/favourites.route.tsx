import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import {
  type ClientActionFunctionArgs,
  type ShouldRevalidateFunction,
  useFetcher,
} from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import type { ActionResult } from "../../../../server/domain/actions.ts";
import { BackToTop } from "../../../lists/back-to-top.tsx";
import {
  changePage,
  listClientLoader,
  revalidateAfter,
  useListData,
} from "../../../lists/list-page.ts";
import { PullToRefresh } from "../../../lists/touch-parts.tsx";
import { FAVOURITES_ADDRESS } from "../../../navigation/addresses.ts";
import { offlineClientAction } from "../../../navigation/offline-results.ts";
import { deviceStorage, useDeviceStorage } from "../../../session/storage.ts";
import type { SavedVideo } from "../../../session/storage-schema.ts";
import { texts } from "../../../texts/index.ts";
import { Deferred, OptionalDeferred } from "../../../ui/feedback/deferred.tsx";
import { showToast } from "../../../ui/feedback/toast.tsx";
import { PageHeader } from "../../../ui/layout/page-header.tsx";
import { pageTitle } from "../../../ui/layout/page-title.ts";
import { ClearButton, ClearStep, EmptyLibrary, useClear } from "../clear-list.tsx";
import styles from "../library.module.css";
import { listFavourites, removeFavourites } from "../library.server.ts";
import { favouriteIntents, type LibraryVideo, mergeFavourites } from "../library-videos.ts";
import { FavouritesList, FavouritesSkeleton } from "./favourites-list.tsx";

const ADDRESS = FAVOURITES_ADDRESS;

export async function loader({ context }: LoaderFunctionArgs) {
  await context.member.arrive();
  const page = await context.deferPage({ favourites: listFavourites(context) });
  return { ...page, flashMessage: context.takeFlash() };
}

export async function action({ context, request }: ActionFunctionArgs) {
  const result = await removeFavourites(context, await request.formData());
  return (result.ok && context.redirectWithFlash(ADDRESS, texts.favourites.cleared)) || result;
}

export const clientLoader = listClientLoader;

export const clientAction = (args: ClientActionFunctionArgs) =>
  changePage(ADDRESS, offlineClientAction(args));

/** Removed videos are already hidden. */
export const shouldRevalidate: ShouldRevalidateFunction = (change) =>
  change.formData?.get("intent") !== favouriteIntents.remove && revalidateAfter(ADDRESS)(change);

export const meta: MetaFunction = ({ matches }) => pageTitle(texts.favourites.title, matches);

export default function Favourites() {
  const page = useListData<typeof loader>();
  const saved = useDeviceStorage("savedVideos");
  const { cleared, clear } = useClear(ADDRESS, () => deviceStorage.remove("savedVideos"));
  const { isShown, remove } = useRemoveFavourites(ADDRESS);
  const shown = (records: LibraryVideo[]) =>
    cleared ? [] : mergeFavourites(records.filter(isShown), saved);
  return (
    <>
      <PageHeader title={texts.favourites.title} back={false}>
        <OptionalDeferred value={page.favourites}>
          {(records) =>
            shown(records).length > 0 && (
              <ClearButton address={ADDRESS} words={texts.favourites} onClear={clear} />
            )
          }
        </OptionalDeferred>
      </PageHeader>
      <PullToRefresh />
      <main className={styles.list}>
        <ClearStep address={ADDRESS} words={texts.favourites} flashMessage={page.flashMessage} />
        <Deferred value={page.favourites} skeleton={<FavouritesSkeleton />}>
          {(records) => {
            const videos = shown(records);
            if (videos.length === 0) return <EmptyLibrary message={texts.favourites.empty} />;
            return <FavouritesList videos={videos} onRemove={remove} />;
          }}
        </Deferred>
      </main>
      <BackToTop />
    </>
  );
}

function useRemoveFavourites(address: string) {
  const { submit, data, state } = useFetcher<ActionResult>();
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const last = useRef<{ codes: readonly string[]; saved: readonly SavedVideo[] }>();

  useEffect(() => {
    if (state !== "idle" || data?.ok !== false) return;
    const { codes = [], saved = [] } = last.current ?? {};
    setRemoved((removed) => removed.filter((code) => !codes.includes(code)));
    deviceStorage.update("savedVideos", (others) => [...saved, ...others]);
    showToast(data.message, { kind: "failed" });
  }, [state, data]);

  const remove = (codes: readonly string[]) => {
    const isGone = ({ code }: { code: string }) => codes.includes(code);
    last.current = { codes, saved: deviceStorage.read("savedVideos").filter(isGone) };
    deviceStorage.update("savedVideos", (saved) => saved.filter((video) => !isGone(video)));
    setRemoved([...removed, ...codes]);
    const form = new FormData();
    form.set("intent", favouriteIntents.remove);
    for (const code of codes) form.append("code", code);
    submit(form, { method: "post", action: address });
    showToast(texts.watching.unfavourited);
  };
  return { isShown: ({ code }: { code: string }) => !removed.includes(code), remove };
}
