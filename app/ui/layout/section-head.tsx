import type { ReactNode } from "react";
import { listAddress } from "../../navigation/addresses.ts";
import { Link } from "../../navigation/link.tsx";
import { texts } from "../../texts/index.ts";
import { Icon } from "../media/icon.tsx";
import styles from "./section-head.module.css";

interface SectionHeadProps {
  title: string;
  /** The type code of the whole list behind 查看更多. */
  moreType?: string;
  /** Where 查看更多 leads, when the list has another title than the section. */
  more?: string;
  children?: ReactNode;
}

export function SectionHead({ title, moreType, more, children }: SectionHeadProps) {
  const address = more ?? (moreType !== undefined && listAddress({ type: moreType, title }));
  return (
    <div className={styles.head}>
      <h2>{title}</h2>
      {children}
      {address && (
        <Link to={address} className={styles.action}>
          {texts.home.more}
          <Icon name="right" size={14} />
        </Link>
      )}
    </div>
  );
}
