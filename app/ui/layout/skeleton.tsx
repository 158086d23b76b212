import panelRows from "./panel-row.module.css";
import styles from "./skeleton.module.css";
import shapes from "./skeleton-shapes.module.css";

type Shape =
  | "line"
  | "short"
  | "tile40"
  | "round36"
  | "round44"
  | "round64"
  | "round88"
  | "field"
  | "area"
  | "button"
  | "bubble"
  | "code";

export const Skeleton = ({ shape = "line" }: { shape?: Shape }) => (
  <span aria-hidden="true" className={`${styles.skeleton} ${shapes[shape]}`} />
);

interface PanelRowsSkeletonProps {
  rows: number;
  className: string | undefined;
  leading?: "round44" | "tile40";
}

export const PanelRowsSkeleton = ({ rows, className, leading }: PanelRowsSkeletonProps) => (
  <ul className={className} aria-hidden="true">
    {Array.from({ length: rows }, (_, row) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are identical
      <li key={row} className={panelRows.row}>
        {leading && <Skeleton shape={leading} />}
        <div className={panelRows.skeletons}>
          <Skeleton />
          <Skeleton shape="short" />
        </div>
      </li>
    ))}
  </ul>
);

/** Of three fields; a profile's begin with a picture and end with an area. */
export const FormSkeleton = ({ profile = false }: { profile?: boolean }) => (
  <div className="panel fields" aria-hidden="true">
    {profile && <Skeleton shape="round88" />}
    {[1, 2, 3].map((field) => (
      <div key={field}>
        <Skeleton shape="short" />
        <Skeleton shape={profile && field === 3 ? "area" : "field"} />
      </div>
    ))}
    <Skeleton shape="button" />
  </div>
);
