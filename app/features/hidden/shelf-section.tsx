import { useRevalidator } from "@remix-run/react";
import { BatchSection, useNextBatch } from "../../lists/batch-section.tsx";
import { GridSkeleton } from "../../lists/list-skeletons.tsx";
import { listAddress } from "../../navigation/addresses.ts";
import { useHistoryEntryState } from "../../navigation/history-entry.ts";
import { texts } from "../../texts/index.ts";
import type { ShelfOfCards as ShelfData } from "./hidden.server.ts";
import styles from "./shelf-section.module.css";

interface ShelfProps {
  shelf: ShelfData;
  batch: number;
  eager: number;
}

export function ShelfSection({ shelf, batch, eager }: ShelfProps) {
  const { code, name, parentCode } = shelf;
  const { revalidate } = useRevalidator();
  const initial = { of: shelf.videos, videos: shelf.videos };
  const [changed, setChanged] = useHistoryEntryState(`batch of ${code}`, initial);
  const videos = changed.of === shelf.videos ? changed.videos : shelf.videos;

  const change = useNextBatch("hidden", `shelf=${encodeURIComponent(code)}`, (arrived) => {
    if (arrived === null) revalidate();
    else if (arrived.rows.length > 0) setChanged({ of: shelf.videos, videos: arrived.rows });
  });
  return (
    <BatchSection
      id={`shelf-${code}`}
      title={name}
      more={listAddress({ type: parentCode, sonType: code, title: texts.tabs.hidden })}
      address="/publish"
      fields={{ shelf: code, batch: batch + 1 }}
      videos={videos}
      eager={eager}
      change={change}
    />
  );
}

export const ShelfSkeleton = () => (
  <section aria-hidden="true">
    <div className={styles.headSkeleton} />
    <GridSkeleton />
  </section>
);
