import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useNavigation, useSearchParams } from "@remix-run/react";
import type { LedgerRow } from "../../../../server/contract/index.ts";
import { Link } from "../../../navigation/link.tsx";
import { texts } from "../../../texts/index.ts";
import { Deferred } from "../../../ui/feedback/deferred.tsx";
import { AmountLabel } from "../../../ui/layout/amount.tsx";
import { EmptyState } from "../../../ui/layout/empty-state.tsx";
import { PageHeader } from "../../../ui/layout/page-header.tsx";
import { pageTitle } from "../../../ui/layout/page-title.ts";
import panelRows from "../../../ui/layout/panel-row.module.css";
import { PanelRowsSkeleton } from "../../../ui/layout/skeleton.tsx";
import styles from "./records.module.css";

const recordKinds = [0, 1, 2] as const;
type RecordKind = (typeof recordKinds)[number];

const recordsAddress = (kind: RecordKind) => `/order?index=${kind}`;

const recordKindOf = (params: URLSearchParams): RecordKind =>
  recordKinds.find((kind) => params.get("index")?.trim() === String(kind)) ?? 0;

export async function loader({ context, request }: LoaderFunctionArgs) {
  const kind = recordKindOf(new URL(request.url).searchParams);
  return context.deferPage({ records: context.api.wallet.records(kind) });
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
              <EmptyState message={texts.lists.empty} />
            ) : (
              <RecordList rows={rows} />
            )
          }
        </Deferred>
      </main>
    </div>
  );
}

function RecordTabs({ shown }: { shown: RecordKind }) {
  const { location } = useNavigation();
  const next = location && recordKinds.find((kind) => isAt(location, kind));
  const current = next ?? shown;
  return (
    <nav className={styles.tabs} aria-label={texts.records.title}>
      {recordKinds.map((kind) => (
        <Link
          key={kind}
          to={recordsAddress(kind)}
          replace
          preventScrollReset
          aria-current={kind === current ? "page" : undefined}
        >
          {texts.records.tabs[kind]}
        </Link>
      ))}
    </nav>
  );
}

const isAt = (location: { pathname: string; search: string }, kind: RecordKind) =>
  location.pathname + location.search === recordsAddress(kind);

const RecordList = ({ rows }: { rows: LedgerRow[] }) => (
  <ul className={styles.records}>
    {withKeys(rows).map(({ key, order, source, amount }) => (
      <li key={key} className={panelRows.row}>
        <div className={panelRows.text}>
          <p className={styles.order}>{order}</p>
          <p className={styles.source}>{source}</p>
        </div>
        <p className={amount.startsWith("+") ? styles.plus : undefined}>
          <AmountLabel value={amount} size={16} />
        </p>
      </li>
    ))}
  </ul>
);

/** Adds unique keys, because one order may have several rows. */
const withKeys = (rows: LedgerRow[]) =>
  rows.map((row, index) => ({ ...row, key: `${row.order} ${rows.length - index}` }));

const RecordsSkeleton = () => <PanelRowsSkeleton rows={5} className={styles.records} />;
