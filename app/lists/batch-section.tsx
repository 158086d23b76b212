import type { FormEvent, ReactNode } from "react";
import type { VideoCard } from "../../server/domain/cards.ts";
import { texts } from "../texts/index.ts";
import { SectionHead } from "../ui/layout/section-head.tsx";
import { Icon } from "../ui/media/icon.tsx";
import styles from "./batch-section.module.css";
import { VideoGrid } from "./video-grid.tsx";

interface BatchSectionProps {
  id: string;
  title: string;
  /** Where 查看更多 leads. */
  more: string;
  /** The page that shows another batch, and what the form tells it. */
  address: string;
  fields: Record<string, string | number>;
  videos: VideoCard[];
  /** How many of them the visitor sees first. */
  eager?: number;
  change: { asking: boolean; failed: boolean; ask: (event: FormEvent) => void };
}

/** A few videos that another batch can take the place of; without scripts the form loads the page with it. */
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
