import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { device, useDevice } from "../../device/store.ts";
import { texts } from "../../texts.ts";
import { BackToTop } from "../../ui/back-to-top.tsx";
import { Extra } from "../../ui/extra.tsx";
import { Later } from "../../ui/later.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { pageTitle } from "../../ui/page-title.ts";
import { GridSkeleton } from "../../ui/skeleton.tsx";
import { VideoGrid } from "../../ui/video-grid.tsx";
import { ClearButton } from "./clear-button.tsx";
import { ClearStep } from "./clear-step.tsx";
import styles from "./library.module.css";
import { clearFavourites, favourites, type Kept } from "./library.server.ts";
import { mergeFavourites } from "./merge-favourites.ts";
import { Nothing } from "./nothing.tsx";
import { clearingClientAction, useClear } from "./use-clear.ts";

const ADDRESS = "/collengt";

export async function loader({ context }: LoaderFunctionArgs) {
  await context.member.arrive();
  const page = await context.patiently({ favourites: favourites(context) });
  return { ...page, news: context.takeNews() };
}

export async function action({ context }: ActionFunctionArgs) {
  const ok = await clearFavourites(context);
  return (ok && context.leadOn(ADDRESS, texts.favourites.cleared)) || { ok };
}

export const clientAction = clearingClientAction;

export const meta: MetaFunction = ({ matches }) => pageTitle(texts.favourites.title, matches);

export default function Favourites() {
  const page = useLoaderData<typeof loader>();
  const saved = useDevice("savedVideos");
  const { cleared, clear } = useClear(ADDRESS, () => device.forget("savedVideos"));
  const shown = (records: Kept[]) => (cleared ? [] : mergeFavourites(records, saved));
  return (
    <>
      <PageHeader title={texts.favourites.title} back={false}>
        <Extra value={page.favourites}>
          {(records) =>
            shown(records).length > 0 && (
              <ClearButton address={ADDRESS} words={texts.favourites} onClear={clear} />
            )
          }
        </Extra>
      </PageHeader>
      <main className={styles.list}>
        <ClearStep address={ADDRESS} words={texts.favourites} news={page.news} />
        <Later value={page.favourites} skeleton={<GridSkeleton cards={9} />}>
          {(records) => {
            const videos = shown(records);
            if (videos.length === 0) return <Nothing message={texts.favourites.empty} />;
            return <VideoGrid items={videos} eager={7} />;
          }}
        </Later>
      </main>
      <BackToTop />
    </>
  );
}
