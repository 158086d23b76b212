import { Icon } from "../ui/media/icon.tsx";
import { Link } from "./link.tsx";
import styles from "./quiet-link.module.css";

/** A way on below what the page is about. */
export const QuietLink = ({ to, label }: { to: string; label: string }) => (
  <Link to={to} className={styles.link}>
    {label}
    <Icon name="right" size={14} />
  </Link>
);
