import { EmptyState } from "../../ui/empty-state.tsx";
import styles from "./library.module.css";

/** An empty list, where it is all that the page has. */
export const Nothing = ({ message }: { message: string }) => (
  <div className={styles.nothing}>
    <EmptyState message={message} />
  </div>
);
