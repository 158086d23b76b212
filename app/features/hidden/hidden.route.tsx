import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useRevalidator, useSearchParams } from "@remix-run/react";
import { listAddress } from "../../addresses.ts";
import { BatchSection } from "../../lists/batch-section.tsx";
import { BackToTop } from "../../lists/list-controls.tsx";
import { listClientLoader, useListData } from "../../lists/list-page.ts";
import { GridSkeleton } from "../../lists/list-skeletons.tsx";
import { useHistoryEntryState } from "../../navigation/history-entry.ts";
import { Link } from "../../navigation/link.tsx";
import { texts } from "../../texts/index.ts";
import { AdStrip } from "../../ui/ads/ads.tsx";
import { Icon } from "../../ui/basics/icon.tsx";
import { Deferred, OptionalDeferred } from "../../ui/feedback/deferred.tsx";
import { EmptyState } from "../../ui/layout/empty-state.tsx";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { pageTitle, stageColour, useStageColour } from "../../ui/layout/page-title.ts";
import styles from "./hidden.module.css";
import {
  hiddenPageData,
  parseHiddenQuery,
  type ShelfOfCards as ShelfData,
} from "./hidden.server.ts";
import gate from "./hidden-gate.module.css";
import night from "./hidden-gate.svg";
import shelfSectionStyles from "./shelf-section.module.css";

export async function loader({ context, request }: LoaderFunctionArgs) {
  const query = parseHiddenQuery(new URL(request.url).searchParams);
  return context.deferPage(hiddenPageData(context, query));
}

export const clientLoader = listClientLoader;

export { neverAfterActions as shouldRevalidate } from "../../navigation/revalidation.ts";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  const shelves = data && "shelves" in data && "ok" in data.shelves ? data.shelves : undefined;
  const closed = shelves?.ok ? shelves.data === null : shelves?.unregistered;
  return [...pageTitle(texts.tabs.hidden, matches), ...(closed ? [stageColour] : [])];
};

export default function Hidden() {
  const page = useListData<typeof loader>();
  const [params] = useSearchParams();
  const { shelves } = page;
  const hasNoMembership = "ok" in shelves && !shelves.ok && shelves.unregistered;
  return (
    <>
      <PageHeader title={texts.tabs.hidden} back={false} />
      <main className={styles.section}>
        <OptionalDeferred value={page.ads}>
          {(ads) => ads.map((ad) => <AdStrip key={ad.id} ad={ad} />)}
        </OptionalDeferred>
        <Deferred value={shelves} skeleton={hasNoMembership ? <HiddenGate /> : <ShelfSkeleton />}>
          {(shelves) => {
            if (!shelves) return <HiddenGate />;
            if (shelves.length === 0) return <EmptyState message={texts.hidden.empty} />;
            return shelves.map((shelf, index) => (
              <ShelfSection
                key={shelf.code}
                shelf={shelf}
                batch={params.get("shelf") === shelf.code ? Number(params.get("batch")) || 1 : 1}
                eager={index === 0 ? 5 : 0}
              />
            ));
          }}
        </Deferred>
      </main>
      <BackToTop />
    </>
  );
}

function HiddenGate() {
  useStageColour();
  return (
    <section className={`full-screen ${gate.gate}`} aria-labelledby="gate">
      <img src={night} alt="" />
      <div className={gate.inside}>
        <span className={gate.lock}>
          <Icon name="lock" />
        </span>
        <h2 id="gate">{texts.hidden.gate}</h2>
        <div className={gate.links}>
          <Link to="/vip" className={gate.unlock}>
            <Icon name="crown" size={20} />
            {texts.hidden.unlock}
          </Link>
          <Link to="/" className={gate.leave}>
            {texts.hidden.leave}
          </Link>
        </div>
      </div>
    </section>
  );
}

interface ShelfProps {
  shelf: ShelfData;
  batch: number;
  eager: number;
}

function ShelfSection({ shelf, batch, eager }: ShelfProps) {
  const { code, name, parentCode } = shelf;
  const { revalidate } = useRevalidator();
  const initial = { of: shelf.videos, videos: shelf.videos };
  const [changed, setChanged] = useHistoryEntryState(`batch of ${code}`, initial);
  const videos = changed.of === shelf.videos ? changed.videos : shelf.videos;
  return (
    <BatchSection
      name="hidden"
      query={`shelf=${encodeURIComponent(code)}`}
      id={`shelf-${code}`}
      title={name}
      more={listAddress({ type: parentCode, sonType: code, title: texts.tabs.hidden })}
      address="/publish"
      fields={{ shelf: code, batch: batch + 1 }}
      videos={videos}
      eager={eager}
      onBatch={(arrived) => {
        if (arrived === null) revalidate();
        else if (arrived.rows.length > 0) setChanged({ of: shelf.videos, videos: arrived.rows });
      }}
    />
  );
}

const ShelfSkeleton = () => (
  <section aria-hidden="true">
    <div className={shelfSectionStyles.headSkeleton} />
    <GridSkeleton />
  </section>
);
