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

/** A place that waits for its content, in its size. */
export const Skeleton = ({ shape = "line" }: { shape?: Shape }) => (
  <span aria-hidden="true" className={`${styles.bone} ${shapes[shape]}`} />
);

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
        {leading && <Skeleton shape={leading} />}
        <div className={panelRows.bones}>
          <Skeleton />
          <Skeleton shape="short" />
        </div>
      </li>
    ))}
  </ul>
);

interface FormSkeletonProps {
  fields: number;
  /** Whether the last field is of several lines. */
  area?: boolean;
  /** Whether a picture leads it. */
  picture?: boolean;
}

/** A form's boxes in their panel, while what is in them is on its way. */
export const FormSkeleton = ({ fields, area = false, picture = false }: FormSkeletonProps) => (
  <div className="panel fields" aria-hidden="true">
    {picture && <Skeleton shape="round88" />}
    {Array.from({ length: fields }, (_, field) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
      <div key={field}>
        <Skeleton shape="short" />
        <Skeleton shape={area && field === fields - 1 ? "area" : "field"} />
      </div>
    ))}
    <Skeleton shape="button" />
  </div>
);
