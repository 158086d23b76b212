import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type ShouldRevalidateFunction, useLoaderData } from "@remix-run/react";
import { BackToTop } from "../../../lists/back-to-top.tsx";
import { offlineClientAction } from "../../../navigation/or-offline.ts";
import { deviceStorage, useDeviceStorage } from "../../../session/storage.ts";
import { texts } from "../../../texts/index.ts";
import { Deferred, OptionalDeferred } from "../../../ui/feedback/deferred.tsx";
import { PageHeader } from "../../../ui/layout/page-header.tsx";
import { pageTitle } from "../../../ui/layout/page-title.ts";
import { ClearButton } from "../clear-button.tsx";
import { ClearStep } from "../clear-step.tsx";
import styles from "../library.module.css";
import { favourites, type Kept, removeFavourites } from "../library.server.ts";
import { Nothing } from "../nothing.tsx";
import { useClear } from "../use-clear.ts";
import { useRemoval } from "../use-removal.ts";
import { favouriteIntents, mergeFavourites } from "./favourites.ts";
import { FavouritesList, FavouritesSkeleton } from "./favourites-list.tsx";

const ADDRESS = "/collengt";

export async function loader({ context }: LoaderFunctionArgs) {
  await context.member.arrive();
  const page = await context.patiently({ favourites: favourites(context) });
  return { ...page, flashMessage: context.takeFlash() };
}

export async function action({ context, request }: ActionFunctionArgs) {
  const result = await removeFavourites(context, await request.formData());
  return (result.ok && context.redirectWithFlash(ADDRESS, texts.favourites.cleared)) || result;
}

export const clientAction = offlineClientAction;

/** What was chosen to be removed is gone from the list already. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ formData, defaultShouldRevalidate }) =>
  formData?.get("intent") !== favouriteIntents.remove && defaultShouldRevalidate;

export const meta: MetaFunction = ({ matches }) => pageTitle(texts.favourites.title, matches);

export default function Favourites() {
  const page = useLoaderData<typeof loader>();
  const saved = useDeviceStorage("savedVideos");
  const { cleared, clear } = useClear(ADDRESS, () => deviceStorage.remove("savedVideos"));
  const { isLeft, remove } = useRemoval(ADDRESS);
  const shown = (records: Kept[]) =>
    cleared ? [] : mergeFavourites(records.filter(isLeft), saved);
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
      <main className={styles.list}>
        <ClearStep address={ADDRESS} words={texts.favourites} flashMessage={page.flashMessage} />
        <Deferred value={page.favourites} skeleton={<FavouritesSkeleton />}>
          {(records) => {
            const videos = shown(records);
            if (videos.length === 0) return <Nothing message={texts.favourites.empty} />;
            return <FavouritesList videos={videos} onRemove={remove} />;
          }}
        </Deferred>
      </main>
      <BackToTop />
    </>
  );
}
