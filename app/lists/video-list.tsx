import type { ReactNode } from "react";
import { LIST_AD_EVERY } from "../../server/contract/rules.ts";
import type { VideoListData as List } from "../../server/domain/cards.ts";
import type { DeferredOutcome } from "../../server/outcomes/defer-after.ts";
import { texts } from "../texts/index.ts";
import { Deferred } from "../ui/feedback/deferred.tsx";
import { EmptyState } from "../ui/layout/empty-state.tsx";
import { InfiniteList } from "./infinite-list.tsx";
import { GridSkeleton } from "./list-skeletons.tsx";
import { videoPages } from "./paged-list.ts";
import { interleaveAds, VideoGrid } from "./video-grid.tsx";

interface VideoListProps {
  name: "home" | "topic" | "results";
  identity: string;
  list: DeferredOutcome<List>;
  empty?: ReactNode;
  address: (page: number) => string;
}

export function VideoList({ name, identity, list, empty, address }: VideoListProps) {
  return (
    <Deferred value={list} skeleton={<GridSkeleton cards={9} />}>
      {({ first, ads, before }) =>
        first.rows.length === 0 && first.last ? (
          (empty ?? <EmptyState message={texts.lists.empty} />)
        ) : (
          <InfiniteList
            name={name}
            identity={identity}
            first={first}
            address={address}
            kept={videoPages}
          >
            {(rows, growing) => (
              <VideoGrid
                items={interleaveAds(rows, ads, LIST_AD_EVERY, before)}
                growing={growing}
                eager={7}
              />
            )}
          </InfiniteList>
        )
      }
    </Deferred>
  );
}
