import { type InputHTMLAttributes, type ReactNode, useId } from "react";
import { Icon, type IconName } from "../basics/icon.tsx";
import panelRows from "../layout/panel-row.module.css";
import { Skeleton } from "../layout/skeleton.tsx";
import styles from "./radio-rows.module.css";

interface RadioRowsProps {
  label: string;
  untitled?: boolean;
  children: ReactNode;
}

export const RadioRows = ({ label, untitled = false, children }: RadioRowsProps) => (
  <div role="radiogroup" aria-label={label}>
    {!untitled && (
      <p aria-hidden="true" className={styles.title}>
        {label}
      </p>
    )}
    <div className={`panel ${styles.rows}`}>{children}</div>
  </div>
);

interface RadioRowProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  hint?: string;
  icon?: IconName;
  image?: string;
}

export function RadioRow({ label, hint, icon, image, ...input }: RadioRowProps) {
  const hintId = useId();
  return (
    <label className={`${panelRows.row} ${styles.row}`}>
      {icon && (
        <span className={styles.tile}>
          <Icon name={icon} size={20} />
        </span>
      )}
      {image && <img className={styles.tile} src={image} alt="" />}
      <span className={panelRows.text}>
        {label}
        {hint && (
          <small id={hintId} className={styles.hint}>
            {hint}
          </small>
        )}
      </span>
      <input
        type="radio"
        aria-label={label}
        aria-describedby={hint && hintId}
        className="overlaid"
        {...input}
      />
      <span className={styles.dot}>
        <Icon name="check" size={14} />
      </span>
    </label>
  );
}

export const RadioRowsSkeleton = () => (
  <div className={`panel ${styles.rows}`} aria-hidden="true">
    {[1, 2, 3].map((row) => (
      <div key={row} className={panelRows.row}>
        <span className={styles.tile} />
        <Skeleton shape="short" />
      </div>
    ))}
  </div>
);

/** @param className of the label, which must be positioned: the input covers it */
export const Switch = (props: InputHTMLAttributes<HTMLInputElement>) => {
  const { className, children, ...input } = props;
  return (
    <label className={className}>
      {children}
      {/* biome-ignore lint/a11y/useAriaPropsForRole: a checkbox has a checked state of its own */}
      <input type="checkbox" role="switch" className="overlaid" {...input} />
      <span className={styles.track} />
    </label>
  );
};
