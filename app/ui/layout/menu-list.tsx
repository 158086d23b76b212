import type { ReactNode } from "react";
import { Link } from "../../navigation/link.tsx";
import { Icon, type IconName } from "../basics/icon.tsx";
import styles from "./menu-list.module.css";
import rows from "./panel-row.module.css";

export const MenuList = ({ label, children }: { label: string; children: ReactNode }) => (
  <nav className={`panel ${styles.list}`} aria-label={label}>
    {children}
  </nav>
);

interface RowProps {
  icon: IconName;
  label: string;
  value?: string;
}

const Row = ({ icon, label, value }: RowProps) => (
  <>
    <Icon name={icon} size={22} />
    <span className={styles.label}>{label}</span>
    {value && <span className={styles.value}>{value}</span>}
  </>
);

export const MenuLink = ({ to, ...row }: RowProps & { to: string }) => (
  <Link to={to} className={`${rows.row} ${styles.row}`}>
    <Row {...row} />
    <Icon name="right" size={16} />
  </Link>
);

export const MenuExternalLink = ({ href, ...row }: RowProps & { href: string }) => (
  <a href={href} target="_blank" rel="noopener noreferrer" className={`${rows.row} ${styles.row}`}>
    <Row {...row} />
    <Icon name="out" size={16} />
  </a>
);

export const MenuButton = ({ onClick, ...row }: RowProps & { onClick: () => void }) => (
  <button type="button" onClick={onClick} className={`${rows.row} ${styles.row} ${styles.button}`}>
    <Row {...row} />
  </button>
);
