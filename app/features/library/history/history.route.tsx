import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import type { ClientActionFunctionArgs } from "@remix-run/react";
import { memo } from "react";
import { pageOf } from "../../../addresses.ts";
import { deviceStorage, tabStorage, useDeviceStorage } from "../../../device/storage.ts";
import { InfiniteList } from "../../../lists/infinite-list.tsx";
import { changePage, listClientLoader, useListData } from "../../../lists/list-page.ts";
import { RowsSkeleton } from "../../../lists/list-skeletons.tsx";
import { sameItems, splitIntoBlocks } from "../../../lists/video-grid.tsx";
import { onlyAfterActionsOf } from "../../../navigation/revalidation.ts";
import { offlineClientAction } from "../../../results/offline-results.ts";
import { texts } from "../../../texts/index.ts";
import { pageTitle } from "../../../ui/layout/page-title.ts";
import { Skeleton } from "../../../ui/layout/skeleton.tsx";
import { VideoRow } from "../../../ui/video/video-card.tsx";
import { WatchedMark } from "../../../ui/video/watched-mark.tsx";
import { ClearableList } from "../clearable-list.tsx";
import { clearHistory, loadHistory } from "../library.server.ts";
import { dayLabel, groupByDay, type LibraryVideo } from "../library-videos.ts";
import historyListStyles from "./history-list.module.css";

const ADDRESS = "/history";

export async function loader({ context, request }: LoaderFunctionArgs) {
  const page = pageOf(new URL(request.url).searchParams);
  const shown = await context.deferPage({ history: loadHistory(context, page) });
  return { ...shown, flashMessage: context.takeFlash() };
}

export const clientLoader = listClientLoader;

export async function action({ context }: ActionFunctionArgs) {
  const result = await clearHistory(context);
  return (result.ok && context.redirectNativeForm(ADDRESS, texts.history.cleared)) || result;
}

export const clientAction = (args: ClientActionFunctionArgs) =>
  changePage(ADDRESS, offlineClientAction(args));

export const shouldRevalidate = onlyAfterActionsOf(ADDRESS);

export const meta: MetaFunction = ({ matches }) => pageTitle(texts.history.title, matches);

/** Keeps the positions, so that a video that is opened again resumes. */
function removeWatched() {
  const watched = deviceStorage.read("videoHistory").map(({ code }) => code);
  deviceStorage.update("removedHistory", (codes) => [...watched, ...codes]);
  tabStorage.remove("recordedVideos");
}

export default function History() {
  const { history, flashMessage } = useListData<typeof loader>();
  return (
    <div className="page wide">
      <ClearableList
        name="history"
        words={texts.history}
        address={ADDRESS}
        list={history}
        flashMessage={flashMessage}
        skeleton={<HistorySkeleton />}
        isEmpty={({ first }) => first.rows.length === 0 && first.last}
        clearDevice={removeWatched}
      >
        {(loaded) => <HistoryList {...loaded} />}
      </ClearableList>
    </div>
  );
}

const BLOCK = 20;

function HistoryList({ first, clearedAt, today }: Awaited<ReturnType<typeof loadHistory>>) {
  const removed = new Set(useDeviceStorage("removedHistory"));
  return (
    <InfiniteList
      key={`${clearedAt} ${first.page}`}
      name="history"
      first={first}
      address={(page) => `${ADDRESS}?since=${clearedAt}&page=${page}`}
      margin={10}
    >
      {(rows, growing) => (
        <>
          {groupByDay(rows.filter(({ code }) => !removed.has(code))).map(
            ({ day, rows: watched }) => (
              <section key={day}>
                {day && <h2 className={historyListStyles.day}>{dayLabel(day, today)}</h2>}
                {splitIntoBlocks(watched, BLOCK, 0).map((block) => (
                  <Rows key={block[0]?.code} videos={block} />
                ))}
              </section>
            ),
          )}
          {growing && <RowsSkeleton rows={2} />}
        </>
      )}
    </InfiniteList>
  );
}

/** Memoised in blocks, so that loading a page re-renders only the last block. */
const Rows = memo(
  ({ videos }: { videos: LibraryVideo[] }) => (
    <ul>
      {videos.map((video) => (
        <li key={video.code} className={historyListStyles.watched}>
          <VideoRow video={video} />
          <WatchProgress code={video.code} />
        </li>
      ))}
    </ul>
  ),
  (before, after) => sameItems(before.videos, after.videos),
);

const HistorySkeleton = () => (
  <>
    <div className={historyListStyles.day} aria-hidden="true">
      <Skeleton />
    </div>
    <RowsSkeleton rows={7} />
  </>
);

function WatchProgress({ code }: { code: string }) {
  const watched = useDeviceStorage("videoHistory").find((video) => video.code === code);
  return (
    watched && (
      <span className={historyListStyles.onCover}>
        <WatchedMark watched={watched} />
      </span>
    )
  );
}
