import { useFetcher, useRevalidator } from "@remix-run/react";
import { type FormEvent, useEffect, useState } from "react";
import type { VideoCard } from "../../../server/context/cards.ts";
import type { Later, Outcome } from "../../../server/context/soon.ts";
import { texts } from "../../texts.ts";
import { listAddress, partAddress } from "../../ui/addresses.ts";
import { Icon } from "../../ui/icon.tsx";
import { SectionHead } from "../../ui/section-head.tsx";
import { GridSkeleton } from "../../ui/skeleton.tsx";
import { VideoGrid } from "../../ui/video-grid.tsx";
import type { Shelf as ShelfData } from "./hidden.server.ts";
import styles from "./shelf.module.css";

interface ShelfProps {
  shelf: ShelfData;
  /** Which batch the address asks for. */
  batch: number;
  eager: boolean;
}

/** One sub-category. Another batch takes its place; without scripts the form loads the page with it. */
export function Shelf({ shelf, batch, eager }: ShelfProps) {
  const { videos, changing, failed, change } = useBatch(shelf);
  const id = `shelf-${shelf.code}`;
  const more = { type: shelf.parentCode, sonType: shelf.code, title: texts.tabs.hidden };
  return (
    <section className={styles.shelf} id={id}>
      <SectionHead title={shelf.name} more={listAddress(more)}>
        <form action={`/publish#${id}`} onSubmit={change}>
          <input type="hidden" name="shelf" value={shelf.code} />
          <input type="hidden" name="batch" value={batch + 1} />
          <button type="submit" className={styles.change} aria-busy={changing}>
            <Icon name="refresh" size={14} />
            {texts.home.batch}
          </button>
        </form>
      </SectionHead>
      {failed && (
        <p role="alert" className={styles.failed}>
          {texts.network}
        </p>
      )}
      <VideoGrid key={videos[0]?.code} items={videos} eager={eager} />
    </section>
  );
}

export const ShelfSkeleton = () => (
  <section aria-hidden="true">
    <div className={styles.headSkeleton} />
    <GridSkeleton />
  </section>
);

/** The newest batch that arrived; an empty or a failed one changes nothing. */
function useBatch({ code, videos }: ShelfData) {
  const { load, data, state } = useFetcher<{ batch: Later<VideoCard[] | null> }>();
  const { revalidate } = useRevalidator();
  const [outcome, setOutcome] = useState<Outcome<VideoCard[] | null>>();
  const [shown, setShown] = useState(videos);

  useEffect(() => setShown(videos), [videos]);
  useEffect(() => {
    if (!data) return;
    Promise.resolve(data.batch)
      .catch(() => ({ ok: false as const, message: "" }))
      .then((arrived) => {
        setOutcome(arrived);
        if (!arrived.ok) return;
        if (arrived.data === null) revalidate();
        else if (arrived.data.length > 0) setShown(arrived.data);
      });
  }, [data, revalidate]);

  const change = (event: FormEvent) => {
    event.preventDefault();
    setOutcome(undefined);
    load(partAddress(`/publish?shelf=${encodeURIComponent(code)}`, "batch"));
  };
  return { videos: shown, changing: state !== "idle", failed: outcome?.ok === false, change };
}
