import { Bone } from "./bone.tsx";
import panelRows from "./panel-row.module.css";

interface PanelRowsSkeletonProps {
  rows: number;
  /** Of the list, which says how high its rows are. */
  className: string | undefined;
  /** The picture or the sign that begins each row. */
  leading?: "round44" | "tile40";
}

/** Rows of a panel, with two lines each, while they are on their way. */
export const PanelRowsSkeleton = ({ rows, className, leading }: PanelRowsSkeletonProps) => (
  <ul className={className} aria-hidden="true">
    {Array.from({ length: rows }, (_, row) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
      <li key={row} className={panelRows.row}>
        {leading && <Bone shape={leading} />}
        <div className={panelRows.bones}>
          <Bone />
          <Bone shape="short" />
        </div>
      </li>
    ))}
  </ul>
);
