import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import {
  type ClientActionFunctionArgs,
  type ShouldRevalidateFunction,
  useFetcher,
} from "@remix-run/react";
import { useRef, useState } from "react";
import type { ActionResult } from "../../../../server/outcomes/actions.ts";
import { FAVOURITES_ADDRESS, pageOf } from "../../../addresses.ts";
import { deviceStorage, useDeviceStorage } from "../../../device/storage.ts";
import type { SavedVideo } from "../../../device/storage-schema.ts";
import { changePage, listClientLoader, useListData } from "../../../lists/list-page.ts";
import { onlyAfterActionsOf } from "../../../navigation/revalidation.ts";
import { offlineClientAction } from "../../../results/offline-results.ts";
import { texts } from "../../../texts/index.ts";
import { showToast } from "../../../ui/feedback/toast.tsx";
import { useOnResult } from "../../../ui/form/use-checked-form.ts";
import { pageTitle } from "../../../ui/layout/page-title.ts";
import { ClearableList } from "../clearable-list.tsx";
import { loadFavourites, removeFavourites } from "../library.server.ts";
import { favouriteIntents, savedOnlyHere, splitCodes } from "../library-videos.ts";
import { FavouritesList, FavouritesSkeleton } from "./favourites-list.tsx";

const ADDRESS = FAVOURITES_ADDRESS;

export async function loader({ context, request }: LoaderFunctionArgs) {
  const params = new URL(request.url).searchParams;
  const favourites = loadFavourites(context, params, pageOf(params));
  const page = await context.deferPage({ favourites });
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
  const { favourites, flashMessage } = useListData<typeof loader>();
  const saved = useDeviceStorage("savedVideos");
  const { removed, remove } = useRemoveFavourites();
  return (
    <ClearableList
      name="favourites"
      words={texts.favourites}
      address={ADDRESS}
      list={favourites}
      flashMessage={flashMessage}
      skeleton={<FavouritesSkeleton />}
      back={false}
      isEmpty={({ first, codes }) =>
        first.page === 1 && allCodes(codes, saved, removed).length === 0
      }
      clearDevice={() => deviceStorage.remove("savedVideos")}
    >
      {({ first, codes }) => (
        <FavouritesList
          first={first}
          codes={allCodes(codes, saved, removed)}
          recorded={codes}
          saved={saved}
          removed={removed}
          onRemove={(chosen) => remove(chosen, codes)}
        />
      )}
    </ClearableList>
  );
}

function allCodes(recorded: string, saved: readonly SavedVideo[], removed: ReadonlySet<string>) {
  const codes = splitCodes(recorded);
  const localOnly = savedOnlyHere(saved, new Set(codes)).map(({ code }) => code);
  return [...codes, ...localOnly].filter((code) => !removed.has(code));
}

function useRemoveFavourites() {
  const { submit, data } = useFetcher<ActionResult>();
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set());
  const lastRemoval = useRef<{ codes: ReadonlySet<string>; saved: readonly SavedVideo[] }>();

  useOnResult(data, (result) => {
    if (result.ok) return;
    const { codes, saved = [] } = lastRemoval.current ?? {};
    setRemoved((removed) => new Set([...removed].filter((code) => !codes?.has(code))));
    deviceStorage.update("savedVideos", (others) => [...saved, ...others]);
    showToast(result.message, { kind: "failed" });
  });

  const remove = (codes: ReadonlySet<string>, recorded: string) => {
    const isRemoved = ({ code }: { code: string }) => codes.has(code);
    lastRemoval.current = { codes, saved: deviceStorage.read("savedVideos").filter(isRemoved) };
    deviceStorage.update("savedVideos", (saved) => saved.filter((video) => !isRemoved(video)));
    setRemoved(new Set([...removed, ...codes]));
    const form = new FormData();
    form.set("intent", favouriteIntents.remove);
    for (const code of splitCodes(recorded)) if (codes.has(code)) form.append("code", code);
    submit(form, { method: "post", action: ADDRESS });
    showToast(texts.watching.unfavourited);
  };
  return { removed, remove };
}
