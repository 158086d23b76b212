import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import type { ListPage, VideoCardData } from "../../server/domain/cards.ts";
import { useValue } from "../device/storage.ts";
import type { RowOf } from "../resources/rows.route.ts";
import { texts } from "../texts/index.ts";
import { Icon } from "../ui/basics/icon.tsx";
import { SectionHead } from "../ui/layout/section-head.tsx";
import { leftOut } from "../ui/video/card.ts";
import styles from "./batch-section.module.css";
import { type ListName, requestRows } from "./paged-list.ts";
import { VideoGrid } from "./video-grid.tsx";

interface BatchSectionProps {
  id: string;
  title: string;
  more: string;
  address: string;
  fields: Record<string, string | number>;
  videos: VideoCardData[];
  eager?: number;
  change: { loading: boolean; failed: boolean; load: (event: FormEvent) => void };
}

export function BatchSection(props: BatchSectionProps): ReactNode {
  const { id, title, more, address, fields, videos, eager, change } = props;
  const { Note } = useValue(leftOut) ?? {};
  return (
    <section id={id}>
      <SectionHead title={title} more={more}>
        <form action={`${address}#${id}`} onSubmit={change.load}>
          {Object.entries(fields).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <button type="submit" className={styles.change} aria-busy={change.loading}>
            <Icon name="refresh" size={14} />
            {texts.home.batch}
          </button>
        </form>
      </SectionHead>
      {change.failed && (
        <p role="alert" className={styles.failed}>
          {texts.network}
        </p>
      )}
      <VideoGrid key={videos[0]?.code} items={videos} eager={eager} />
      {Note && <Note rows={videos} onlyIfAll />}
    </section>
  );
}

export function useNextBatch<Name extends ListName>(
  name: Name,
  query: string,
  onBatch: (batch: ListPage<RowOf[Name]> | null) => void,
) {
  const [state, setState] = useState<"idle" | "loading" | "failed">("idle");
  const request = useRef<AbortController>();
  const latestOnBatch = useRef(onBatch);
  latestOnBatch.current = onBatch;
  useEffect(() => () => request.current?.abort(), []);

  const load = async (event: FormEvent) => {
    event.preventDefault();
    request.current?.abort();
    const newest = new AbortController();
    request.current = newest;
    setState("loading");
    const outcome = await requestRows(name, query, newest.signal);
    if (newest.signal.aborted) return;
    setState(outcome.ok ? "idle" : "failed");
    if (outcome.ok) latestOnBatch.current(outcome.data);
  };
  return { loading: state === "loading", failed: state === "failed", load };
}
