import { useLocation } from "@remix-run/react";
import { texts } from "../texts.ts";
import styles from "./error-page.module.css";
import { Icon } from "./icon.tsx";

/** A whole page that says what went wrong, with a way on. Plain links: it must work when nothing else does. */
export function ErrorPage({ message }: { message: string }) {
  const { pathname, search } = useLocation();
  return (
    <main className={`page ${styles.error}`}>
      <Icon name="alert" />
      <h1>{message}</h1>
      <p className={styles.ways}>
        <a href={pathname + search}>{texts.lists.retry}</a>
        <a href="/">{texts.navigation.home}</a>
      </p>
    </main>
  );
}
