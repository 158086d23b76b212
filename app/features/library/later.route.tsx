import type { MetaFunction } from "@remix-run/node";
import { useState } from "react";
import { flushSync } from "react-dom";
import { useHydrated } from "remix-utils/use-hydrated";
import { videoAddress } from "../../addresses.ts";
import { deviceStorage, useDeviceStorage } from "../../device/storage.ts";
import type { SavedVideo } from "../../device/storage-schema.ts";
import { RowsSkeleton } from "../../lists/list-skeletons.tsx";
import { texts } from "../../texts/index.ts";
import { ButtonLink } from "../../ui/basics/button.tsx";
import { Icon } from "../../ui/basics/icon.tsx";
import { showToast } from "../../ui/feedback/toast.tsx";
import { EmptyState } from "../../ui/layout/empty-state.tsx";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { pageTitle } from "../../ui/layout/page-title.ts";
import { preventFling } from "../../ui/touch-drag.ts";
import { VideoRow } from "../../ui/video/video-card.tsx";
import { EmptyLibrary } from "./clearable-list.tsx";
import styles from "./library.module.css";

const words = texts.watchLater;

export const meta: MetaFunction = ({ matches }) => pageTitle(words.title, matches);

export default function WatchLater() {
  const videos = useDeviceStorage("watchLater");
  return (
    <div className="page wide">
      <PageHeader title={words.title} />
      <main className={styles.list} data-own-list="later">
        <noscript>
          <EmptyState message={words.needsScript} />
        </noscript>
        {!useHydrated() ? (
          <div className={styles.scripted}>
            <RowsSkeleton rows={5} />
          </div>
        ) : videos.length === 0 ? (
          <EmptyLibrary message={words.empty} />
        ) : (
          <Queue videos={videos} />
        )}
      </main>
    </div>
  );
}

const preventFlings = (handle: HTMLElement | null) =>
  void (handle && preventFling(handle, () => true));

function Queue({ videos }: { videos: readonly SavedVideo[] }) {
  const [dragged, drag] = useState<string>(); // its code
  const move = (from: number, to: number) => {
    const video = videos[from];
    if (!video || !videos[to]) return;
    const others = videos.filter((one) => one !== video);
    const sorted = [...others.slice(0, to), video, ...others.slice(to)];
    flushSync(() => deviceStorage.update("watchLater", () => sorted));
    showToast(words.moved(to + 1));
  };
  return (
    <>
      <div className={styles.head}>
        {texts.favourites.count(videos.length)}
        <ButtonLink to={videoAddress(videos[0]?.code ?? "")} kind="tint" size="row">
          <Icon name="play" size={14} solid />
          {words.playAll}
        </ButtonLink>
      </div>
      <ol
        className={styles.queue}
        onPointerMove={({ currentTarget: { children }, clientY }) => {
          const from = videos.findIndex(({ code }) => code === dragged);
          const above = [...children].filter((row) => row.getBoundingClientRect().bottom < clientY);
          const to = Math.min(above.length, videos.length - 1);
          if (from < 0 || from === to) return;
          move(from, to);
          children[to]?.scrollIntoView({ block: "nearest" });
        }}
        onLostPointerCapture={() => drag(undefined)}
      >
        {videos.map((video, index) => (
          <li key={video.code} data-dragged={video.code === dragged}>
            <VideoRow video={video} />
            <button
              ref={preventFlings}
              type="button"
              className={`icon-button ${styles.handle}`}
              aria-label={words.move(video.title || texts.untitled)}
              aria-keyshortcuts="ArrowUp ArrowDown"
              onPointerDown={({ currentTarget, pointerId }) => {
                // not by the handle, which React may take out of the document with its row
                currentTarget.closest("ol")?.setPointerCapture(pointerId);
                drag(video.code);
              }}
              onKeyDown={(event) => {
                const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
                if (!by) return;
                event.preventDefault();
                move(index, index + by);
                event.currentTarget.focus();
              }}
            >
              <Icon name="menu" size={20} />
            </button>
          </li>
        ))}
      </ol>
    </>
  );
}
