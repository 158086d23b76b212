import type { ReactNode } from "react";
import { Link } from "../../navigation/link.tsx";
import { Icon, type IconName } from "../media/icon.tsx";
import styles from "./menu-list.module.css";
import rows from "./panel-row.module.css";

interface MenuListProps {
  label: string;
  children: ReactNode;
}

/** Rows in a white panel, each a way to somewhere or something to do. */
export const MenuList = ({ label, children }: MenuListProps) => (
  <nav className={`panel ${styles.list}`} aria-label={label}>
    {children}
  </nav>
);

interface RowProps {
  icon: IconName;
  label: string;
  /** What it stands at now, in quieter letters. */
  value?: string;
}

const Row = ({ icon, label, value }: RowProps) => (
  <>
    <Icon name={icon} size={22} />
    <span className={styles.label}>{label}</span>
    {value && <span className={styles.value}>{value}</span>}
  </>
);

/** A way to another page of the site. */
export const MenuLink = ({ to, ...row }: RowProps & { to: string }) => (
  <Link to={to} className={`${rows.row} ${styles.row}`}>
    <Row {...row} />
    <Icon name="right" size={16} />
  </Link>
);

/** A way to a page in a window of its own. */
export const MenuExternalLink = ({ href, ...row }: RowProps & { href: string }) => (
  <a href={href} target="_blank" rel="noopener noreferrer" className={`${rows.row} ${styles.row}`}>
    <Row {...row} />
    <Icon name="out" size={16} />
  </a>
);

/** Something that a script does; without scripts it is not there. */
export const MenuButton = ({ onClick, ...row }: RowProps & { onClick: () => void }) => (
  <button type="button" onClick={onClick} className={`${rows.row} ${styles.row} ${styles.button}`}>
    <Row {...row} />
  </button>
);
