import { useLocation } from "@remix-run/react";
import { useEffect, useState } from "react";
import { texts } from "../texts.ts";
import styles from "./error-page.module.css";
import type { ShownFailure } from "./failure-in.ts";
import { Icon } from "./icon.tsx";
import { RequestId } from "./request-id.tsx";

/** A whole page that says what went wrong, with a way on. Plain links: it must work when nothing else does. */
export function ErrorPage({ title, hint, requestId }: ShownFailure) {
  const { pathname, search } = useLocation();
  const [mayGoBack, setMayGoBack] = useState(false);
  useEffect(() => setMayGoBack(history.length > 1), []);
  return (
    <main className={`page ${styles.error}`}>
      <span className={styles.sign}>
        <Icon name="alert" />
      </span>
      <div className={styles.words}>
        <h1>{title}</h1>
        <p>{hint}</p>
      </div>
      <p className={styles.ways}>
        {mayGoBack && (
          <button type="button" onClick={() => history.back()}>
            {texts.navigation.back}
          </button>
        )}
        <a href={pathname + search}>{texts.lists.retry}</a>
        <a href="/">{texts.navigation.home}</a>
      </p>
      {requestId && <RequestId id={requestId} />}
    </main>
  );
}
