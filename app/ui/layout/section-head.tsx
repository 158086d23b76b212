import type { ReactNode } from "react";
import { listAddress } from "../../addresses.ts";
import { Link } from "../../navigation/link.tsx";
import { texts } from "../../texts/index.ts";
import { Icon } from "../basics/icon.tsx";
import styles from "./section-head.module.css";

interface SectionHeadProps {
  title: string;
  moreType?: string;
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
