import { useFetcher } from "@remix-run/react";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import type { VideoCardData } from "../../server/domain/cards.ts";
import type { DeferredOutcome, Outcome } from "../../server/domain/defer-after.ts";
import { partAddress } from "../navigation/addresses.ts";
import { notifyIfSessionEnded } from "../session/session-ending.ts";
import { texts } from "../texts/index.ts";
import { SectionHead } from "../ui/layout/section-head.tsx";
import { Icon } from "../ui/media/icon.tsx";
import styles from "./batch-section.module.css";
import { VideoGrid } from "./video-grid.tsx";

interface BatchSectionProps {
  id: string;
  title: string;
  more: string;
  address: string;
  fields: Record<string, string | number>;
  videos: VideoCardData[];
  eager?: number;
  change: { asking: boolean; failed: boolean; ask: (event: FormEvent) => void };
}

export function BatchSection(props: BatchSectionProps): ReactNode {
  const { id, title, more, address, fields, videos, eager, change } = props;
  return (
    <section id={id}>
      <SectionHead title={title} more={more}>
        <form action={`${address}#${id}`} onSubmit={change.ask}>
          {Object.entries(fields).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <button type="submit" className={styles.change} aria-busy={change.asking}>
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
    </section>
  );
}

/** Reloads a part of a page by its loader. `take` gets only what was asked for last; a failure changes nothing. */
export function useReloadPart<Data>(name: string, address: string, take: (data: Data) => void) {
  const { load, data, state } = useFetcher<Record<string, DeferredOutcome<Data>>>();
  const [settled, settle] = useState({ data, failed: false });
  const taker = useRef(take);
  taker.current = take;

  useEffect(() => {
    const part = data?.[name] as DeferredOutcome<Data> | undefined;
    if (!part) return;
    let wanted = true;
    Promise.resolve(part)
      .catch((): Outcome<Data> => ({ ok: false, message: "" }))
      .then((outcome) => {
        if (!wanted) return;
        settle({ data, failed: !outcome.ok });
        if (outcome.ok) taker.current(outcome.data);
        else notifyIfSessionEnded(outcome);
      });
    return () => {
      wanted = false;
    };
  }, [data, name]);

  const ask = (event: FormEvent) => {
    event.preventDefault();
    load(partAddress(address, name));
  };
  const asking = state !== "idle" || settled.data !== data;
  return { asking, failed: !asking && settled.failed, ask };
}
