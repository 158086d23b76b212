import type { ReactNode } from "react";
import { Drawing } from "../basics/icon.tsx";
import styles from "./empty-state.module.css";

export function EmptyState({ message, children }: { message: string; children?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <Drawing name="nothing" />
      <p>{message}</p>
      {children}
    </div>
  );
}
