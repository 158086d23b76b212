import type { ReactNode } from "react";
import { useGoBack } from "../../navigation/use-go-back.ts";
import { texts } from "../../texts/index.ts";
import { Icon } from "../basics/icon.tsx";
import styles from "./page-header.module.css";

interface PageHeaderProps {
  title: string;
  back?: boolean;
  stage?: boolean;
  children?: ReactNode;
}

export const Page = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="page">
    <PageHeader title={title} />
    <main className="content">{children}</main>
  </div>
);

export function PageHeader({ title, back = true, stage = false, children }: PageHeaderProps) {
  const goBack = useGoBack();
  return (
    <header className={`${styles.header} ${stage ? styles.stage : ""}`}>
      {back ? (
        <a
          href="/"
          className="icon-button"
          aria-label={texts.navigation.back}
          onClick={(event) => {
            event.preventDefault();
            goBack();
          }}
        >
          <Icon name="left" />
        </a>
      ) : (
        <span />
      )}
      <h1>{title}</h1>
      <div className={styles.right}>{children}</div>
    </header>
  );
}
