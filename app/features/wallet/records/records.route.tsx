import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import { texts } from "../../../texts/index.ts";
import { Deferred } from "../../../ui/feedback/deferred.tsx";
import { EmptyState } from "../../../ui/layout/empty-state.tsx";
import { PageHeader } from "../../../ui/layout/page-header.tsx";
import { pageTitle } from "../../../ui/layout/page-title.ts";
import { recordKindOf } from "./record-kinds.ts";
import { RecordList, RecordsSkeleton } from "./record-list.tsx";
import { RecordTabs } from "./record-tabs.tsx";
import styles from "./records.module.css";

export async function loader({ context, request }: LoaderFunctionArgs) {
  const kind = recordKindOf(new URL(request.url).searchParams);
  await context.member.arrive();
  return context.patiently({ records: context.api.wallet.records(kind) });
}

export const meta: MetaFunction = ({ matches }) => pageTitle(texts.records.title, matches);

export default function Records() {
  const { records } = useLoaderData<typeof loader>();
  const [params] = useSearchParams();
  const kind = recordKindOf(params);
  return (
    <div className="page">
      <PageHeader title={texts.records.title} />
      <main className={`panel ${styles.panel}`}>
        <RecordTabs shown={kind} />
        <Deferred key={kind} value={records} skeleton={<RecordsSkeleton />}>
          {(rows) =>
            rows.length === 0 ? (
              <EmptyState message={texts.records.empty} />
            ) : (
              <RecordList rows={rows} />
            )
          }
        </Deferred>
      </main>
    </div>
  );
}
