import type { LedgerRow } from "../../../../server/contract/index.ts";
import { Amount } from "../../../ui/layout/amount.tsx";
import panelRows from "../../../ui/layout/panel-row.module.css";
import { PanelRowsSkeleton } from "../../../ui/layout/skeleton.tsx";
import styles from "./records.module.css";

/** Movements of money or coins, each with its number and where it came from. */
export const RecordList = ({ rows }: { rows: LedgerRow[] }) => (
  <ul className={styles.records}>
    {numbered(rows).map(({ key, order, source, amount }) => (
      <li key={key} className={panelRows.row}>
        <div className={panelRows.text}>
          <p className={styles.order}>{order}</p>
          <p className={styles.source}>{source}</p>
        </div>
        <p className={amount.startsWith("+") ? styles.plus : undefined}>
          <Amount value={amount} size={16} />
        </p>
      </li>
    ))}
  </ul>
);

/** One order may have several rows. */
const numbered = (rows: LedgerRow[]) =>
  rows.map((row, index) => ({ ...row, key: `${row.order} ${rows.length - index}` }));

export const RecordsSkeleton = () => <PanelRowsSkeleton rows={5} className={styles.records} />;
