import { useFetcher } from "@remix-run/react";
import { type FormEvent, useEffect, useState } from "react";
import type { VideoCard as Video } from "../../../server/context/cards.ts";
import type { Later, Outcome } from "../../../server/context/soon.ts";
import { useKept } from "../../hooks/use-kept.ts";
import { texts } from "../../texts.ts";
import { partAddress } from "../../ui/addresses.ts";
import { Icon } from "../../ui/icon.tsx";
import { SectionHead } from "../../ui/section-head.tsx";
import { VideoGrid } from "../../ui/video-grid.tsx";
import styles from "./featured.module.css";

export interface Batch {
  batch: number;
  videos: Video[];
}

/** 精选视频. Another batch takes its place; without scripts the form loads the page with it. */
export function Featured({ first }: { first: Batch }) {
  const { batch, videos, changing, failed, change } = useBatch(first);
  return (
    <section className={styles.featured} id="featured">
      <SectionHead title={texts.home.featured} moreType="15">
        <form action="/#featured" onSubmit={change}>
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
      <VideoGrid key={batch} items={videos} eager />
    </section>
  );
}

function useBatch(first: Batch) {
  const { load, data, state } = useFetcher<{ featured: Later<Batch> }>();
  const [outcome, setOutcome] = useState<Outcome<Batch>>();
  const [changed, setChanged] = useKept<Batch | undefined>("featured", undefined);
  const shown = changed ?? first;

  useEffect(() => {
    if (!data) return;
    const failed = { ok: false as const, message: "" };
    Promise.resolve(data.featured)
      .catch(() => failed)
      .then((arrived) => {
        setOutcome(arrived);
        if (arrived.ok) setChanged(arrived.data);
      });
  }, [data, setChanged]);

  const change = (event: FormEvent) => {
    event.preventDefault();
    setOutcome(undefined);
    load(partAddress(`/?batch=${shown.batch + 1}`, "featured"));
  };
  return { ...shown, changing: state !== "idle", failed: outcome?.ok === false, change };
}
