import type { ReactNode } from "react";
import { Drawing } from "../basics/icon.tsx";
import styles from "./empty-state.module.css";

interface EmptyStateProps {
  message: string;
  children?: ReactNode;
}

export function EmptyState({ message, children }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <Drawing name="nothing" />
      <p>{message}</p>
      {children}
    </div>
  );
}
