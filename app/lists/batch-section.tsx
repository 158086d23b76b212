import { type FormEvent, useEffect, useRef, useState } from "react";
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

interface BatchSectionProps<Name extends ListName> {
  name: Name;
  query: string; // requests the next batch
  id: string;
  title: string;
  more: string;
  address: string;
  fields: Record<string, string | number>;
  videos: VideoCardData[];
  eager?: number;
  onBatch: (batch: ListPage<RowOf[Name]> | null) => void;
}

export function BatchSection<Name extends ListName>(props: BatchSectionProps<Name>) {
  const { name, query, id, title, more, address, fields, videos, eager } = props;
  const { Note } = useValue(leftOut) ?? {};
  const [state, setState] = useState<"idle" | "loading" | "failed">("idle");
  const request = useRef<AbortController>();
  const onBatch = useRef(props.onBatch);
  onBatch.current = props.onBatch;
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
    if (outcome.ok) onBatch.current(outcome.data);
  };
  return (
    <section id={id}>
      <SectionHead title={title} more={more}>
        <form action={`${address}#${id}`} onSubmit={load}>
          {Object.entries(fields).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <button type="submit" className={styles.change} aria-busy={state === "loading"}>
            <Icon name="refresh" size={14} />
            {texts.home.batch}
          </button>
        </form>
      </SectionHead>
      {state === "failed" && (
        <p role="alert" className={styles.failed}>
          {texts.network}
        </p>
      )}
      <VideoGrid key={videos[0]?.code} items={videos} eager={eager} />
      {Note && <Note rows={videos} onlyIfAll />}
    </section>
  );
}
