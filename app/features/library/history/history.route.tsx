import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import type { ClientActionFunctionArgs } from "@remix-run/react";
import { BackToTop } from "../../../lists/back-to-top.tsx";
import { changePage, listClientLoader, useListData } from "../../../lists/list-page.ts";
import { PullToRefresh } from "../../../lists/pull-to-refresh.ts";
import { pageOf } from "../../../navigation/addresses.ts";
import { offlineClientAction } from "../../../navigation/offline-results.ts";
import { onlyAfterActionsOf } from "../../../navigation/revalidation.ts";
import { deviceStorage, tabStorage } from "../../../session/storage.ts";
import { texts } from "../../../texts/index.ts";
import { Deferred, OptionalDeferred } from "../../../ui/feedback/deferred.tsx";
import { PageHeader } from "../../../ui/layout/page-header.tsx";
import { pageTitle } from "../../../ui/layout/page-title.ts";
import { ClearButton, ClearStep, EmptyLibrary, useClear } from "../clear-list.tsx";
import styles from "../library.module.css";
import { clearHistory, loadHistory } from "../library.server.ts";
import type { LibraryPage } from "../library-videos.ts";
import { HistoryList, HistorySkeleton } from "./history-list.tsx";

const ADDRESS = "/history";

export async function loader({ context, request }: LoaderFunctionArgs) {
  const page = pageOf(new URL(request.url).searchParams);
  await context.member.arrive();
  const shown = await context.deferPage({ history: loadHistory(context, page) });
  return { ...shown, flashMessage: context.takeFlash() };
}

export const clientLoader = listClientLoader;

export async function action({ context }: ActionFunctionArgs) {
  const result = await clearHistory(context);
  return (result.ok && context.redirectWithFlash(ADDRESS, texts.history.cleared)) || result;
}

export const clientAction = (args: ClientActionFunctionArgs) =>
  changePage(ADDRESS, offlineClientAction(args));

export const shouldRevalidate = onlyAfterActionsOf(ADDRESS);

export const meta: MetaFunction = ({ matches }) => pageTitle(texts.history.title, matches);

/** The seconds stay: a video that is opened again goes on where it was left. */
function removeWatched() {
  const watched = deviceStorage.read("videoHistory").map(({ code }) => code);
  deviceStorage.update("removedHistory", (codes) => [...watched, ...codes]);
  tabStorage.remove("recordedVideos");
}

const isEmpty = ({ rows, last }: LibraryPage) => rows.length === 0 && last;

export default function History() {
  const page = useListData<typeof loader>();
  const { cleared, clear } = useClear({
    address: ADDRESS,
    done: texts.history.cleared,
    clearDevice: removeWatched,
  });
  return (
    <div className="page wide">
      <PageHeader title={texts.history.title}>
        <OptionalDeferred value={page.history}>
          {({ first }) =>
            !cleared &&
            !isEmpty(first) && (
              <ClearButton address={ADDRESS} words={texts.history} onClear={clear} />
            )
          }
        </OptionalDeferred>
      </PageHeader>
      <PullToRefresh />
      <main className={styles.list} data-own-list="history">
        <ClearStep address={ADDRESS} words={texts.history} flashMessage={page.flashMessage} />
        <Deferred value={page.history} skeleton={<HistorySkeleton />}>
          {({ first, clearedAt, today }) =>
            cleared || isEmpty(first) ? (
              <EmptyLibrary message={texts.history.empty} />
            ) : (
              <HistoryList first={first} clearedAt={clearedAt} today={today} address={ADDRESS} />
            )
          }
        </Deferred>
      </main>
      <BackToTop />
    </div>
  );
}
