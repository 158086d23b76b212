import row from "../ui/video/video-row.module.css";
import grid from "./grid.module.css";
import styles from "./list-skeletons.module.css";

const times = (count: number) => Array.from({ length: count }, (_, index) => index);

export function CardSkeleton({ wide = false }: { wide?: boolean }) {
  return (
    <li aria-hidden="true">
      <div className={`${styles.cover} ${wide ? styles.wideCover : ""}`} />
      <div className={wide ? styles.wideText : styles.cardText}>
        <div className={styles.line} />
        {!wide && <div className={styles.shortLine} />}
      </div>
    </li>
  );
}

export function GridSkeleton({ cards = 5 }: { cards?: number }) {
  return (
    <ul className={`${grid.grid} ${grid.lead}`} aria-hidden="true">
      {times(cards).map((index) => (
        <CardSkeleton key={index} wide={index === 0} />
      ))}
    </ul>
  );
}

export function RowsSkeleton({ rows = 5, ranked = false }: { rows?: number; ranked?: boolean }) {
  return (
    <ul aria-hidden="true">
      {times(rows).map((index) => (
        <li key={index} className={`${row.row} ${ranked ? row.ranked : ""}`}>
          {ranked && <span className={row.rank} />}
          <div className={`${styles.cover} ${ranked ? styles.smallCover : styles.rowCover}`} />
          <div className={row.text}>
            <div className={styles.line} />
            <div className={styles.shortLine} />
          </div>
        </li>
      ))}
    </ul>
  );
}
