import type { VideoCard } from "../../../server/context/cards.ts";
import { useKept } from "../../hooks/use-kept.ts";
import { usePart } from "../../hooks/use-part.ts";
import { texts } from "../../texts.ts";
import { listAddress } from "../../ui/addresses.ts";
import { BatchSection } from "../../ui/batch-section.tsx";

export interface Batch {
  batch: number;
  videos: VideoCard[];
}

/** 精选视频. */
export function Featured({ first }: { first: Batch }) {
  const [changed, setChanged] = useKept<Batch | undefined>("featured", undefined);
  const { batch, videos } = changed ?? first;
  const next = batch + 1;
  return (
    <BatchSection
      id="featured"
      title={texts.home.featured}
      more={listAddress({ type: "15", title: texts.home.featured })}
      address="/"
      fields={{ batch: next }}
      videos={videos}
      eager={3}
      change={usePart<Batch>("featured", `/?batch=${next}`, setChanged)}
    />
  );
}
