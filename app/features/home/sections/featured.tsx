import type { VideoCard } from "../../../../server/domain/cards.ts";
import { BatchSection } from "../../../lists/batch-section.tsx";
import { usePart } from "../../../lists/use-part.ts";
import { listAddress } from "../../../navigation/addresses.ts";
import { useKept } from "../../../navigation/use-kept.ts";
import { texts } from "../../../texts/index.ts";

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
