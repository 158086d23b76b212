import type { ReactNode } from "react";
import { drawingHref } from "../basics/icon.tsx";
import styles from "./empty-state.module.css";

interface EmptyStateProps {
  message: string;
  children?: ReactNode;
}

export function EmptyState({ message, children }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <svg aria-hidden="true">
        <use href={drawingHref("nothing")} />
      </svg>
      <p>{message}</p>
      {children}
    </div>
  );
}
