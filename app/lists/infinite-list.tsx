import { type ReactNode, useEffect, useRef } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { LIST_AD_EVERY } from "../../server/contract/rules.ts";
import type { VideoListData } from "../../server/domain/cards.ts";
import type { DeferredOutcome } from "../../server/outcomes/defer-after.ts";
import { useValue } from "../device/storage.ts";
import type { RowOf } from "../resources/rows.route.ts";
import { texts } from "../texts/index.ts";
import { Button, ButtonLink } from "../ui/basics/button.tsx";
import { Deferred } from "../ui/feedback/deferred.tsx";
import { Spinner } from "../ui/feedback/spinner.tsx";
import { EmptyState } from "../ui/layout/empty-state.tsx";
import { leftOut } from "../ui/video/card.ts";
import styles from "./infinite-list.module.css";
import { GridSkeleton } from "./list-skeletons.tsx";
import { type ListName, type PagedListOptions, usePagedList, videoPages } from "./paged-list.ts";
import { interleaveAds, VideoGrid } from "./video-grid.tsx";

/** Another list needs another `key`. */
interface InfiniteListProps<Name extends ListName> extends PagedListOptions<Name> {
  margin?: number; // pixels before the list's end at which the next page is requested
  children: (rows: RowOf[Name][], growing: boolean, ended: boolean) => ReactNode;
}

export function InfiniteList<Name extends ListName>(props: InfiniteListProps<Name>) {
  const { margin = 100, children, ...source } = props;
  const list = usePagedList(source);
  const { rows, ended, loading, failure, grow, nextAddress } = list;
  const end = useRef<HTMLDivElement>(null);
  const active = !ended && !loading && failure === undefined;
  const { Note } = useValue(leftOut) ?? {};
  // to replace the foot: moving it below new rows would count as a layout shift
  const key = `${nextAddress} ${loading}`;
  useEffect(() => {
    if (!active || !end.current) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && grow(),
      { rootMargin: `0px 0px ${margin}px` },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [margin, active, grow]);

  return (
    <>
      {children(rows, loading, ended)}
      <div className={styles.status} aria-live="polite">
        <div key={key} className={styles.foot}>
          <FootStatus {...list} />
          <div className={styles.sentinel} ref={end} />
        </div>
      </div>
      {Note && <Note key={key} rows={rows} before={props.excluded} />}
    </>
  );
}

type FootProps = Omit<ReturnType<typeof usePagedList>, "rows">;

function FootStatus({ ended, loading, failure, grow, nextAddress }: FootProps) {
  const hydrated = useHydrated();
  if (ended) return <span className={styles.end}>{texts.lists.end}</span>;
  if (!hydrated) {
    return (
      <ButtonLink to={nextAddress} rel="next" kind="tint" size="row">
        {texts.navigation.next}
      </ButtonLink>
    );
  }
  if (loading) {
    return (
      <>
        <Spinner />
        {texts.lists.loading}
      </>
    );
  }
  if (failure === undefined) return null;
  return (
    <>
      {failure || texts.network}
      <Button kind="tint" size="row" onClick={grow}>
        {texts.lists.retry}
      </Button>
    </>
  );
}

interface VideoListProps {
  name: "home" | "topic" | "results";
  identity: string;
  list: DeferredOutcome<VideoListData>;
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
          <InfiniteList key={identity} {...{ name, first, address }} storedAs={videoPages}>
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
