import type { ReactNode } from "react";
import { useGoBack } from "../../navigation/use-go-back.ts";
import { texts } from "../../texts/index.ts";
import { Icon } from "../media/icon.tsx";
import styles from "./page-header.module.css";

interface PageHeaderProps {
  title: string;
  /** Pages with the tab bar need no way back. */
  back?: boolean;
  /** On black, joined to the player below. */
  stage?: boolean;
  /** What stands on the right, 44 wide or less. */
  children?: ReactNode;
}

/** A page's header: a way back, the title, and room for one more thing. */
export function PageHeader({ title, back = true, stage = false, children }: PageHeaderProps) {
  const goBack = useGoBack();
  return (
    <header className={`${styles.header} ${stage ? styles.stage : ""}`}>
      {back ? (
        <a
          href="/"
          className={styles.back}
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
