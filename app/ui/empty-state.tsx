import type { ReactNode } from "react";
import styles from "./empty-state.module.css";

interface EmptyStateProps {
  message: string;
  /** A way on from here. */
  children?: ReactNode;
}

/** Says that there is nothing here, with a quiet drawing. */
export function EmptyState({ message, children }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <svg viewBox="0 0 120 84" aria-hidden="true">
        <circle cx="84" cy="26" r="13" />
        <path d="M6 70C26 44 42 78 64 56s36-4 50 2M22 78h76" />
      </svg>
      <p>{message}</p>
      {children}
    </div>
  );
}
