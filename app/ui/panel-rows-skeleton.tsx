import { Bone } from "./bone.tsx";
import panelRows from "./panel-row.module.css";

interface PanelRowsSkeletonProps {
  rows: number;
  /** Of the list, which says how high its rows are. */
  className: string | undefined;
  /** Whether a picture or a sign begins each row. */
  leading?: boolean;
}

/** Rows of a panel, with two lines each, while they are on their way. */
export const PanelRowsSkeleton = ({ rows, className, leading = false }: PanelRowsSkeletonProps) => (
  <ul className={className} aria-hidden="true">
    {Array.from({ length: rows }, (_, row) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
      <li key={row} className={panelRows.row}>
        {leading && <Bone shape="round44" />}
        <div className={panelRows.text}>
          <Bone />
          <Bone shape="short" />
        </div>
      </li>
    ))}
  </ul>
);
