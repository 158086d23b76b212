import { useLocation } from "@remix-run/react";
import { useEffect, useState } from "react";
import { texts } from "../../texts/index.ts";
import { Button, buttonClass } from "../form/button.tsx";
import styles from "./error-page.module.css";
import type { ShownFailure } from "./failure-in.ts";
import { RequestId } from "./request-id.tsx";
import { Sign } from "./sign.tsx";

/** A whole page that says what went wrong, with a way on. Plain links: it must work when nothing else does. */
export function ErrorPage({ title, hint, requestId }: ShownFailure) {
  const { pathname, search } = useLocation();
  const [mayGoBack, setMayGoBack] = useState(false);
  useEffect(() => setMayGoBack(history.length > 1), []);
  return (
    <main className={`page ${styles.error}`}>
      <Sign icon="alert" />
      <div className={styles.words}>
        <h1>{title}</h1>
        <p>{hint}</p>
      </div>
      <p className={styles.ways}>
        {mayGoBack && (
          <Button kind="soft" size="dialog" onClick={() => history.back()}>
            {texts.navigation.back}
          </Button>
        )}
        <a href={pathname + search} className={buttonClass({ kind: "soft", size: "dialog" })}>
          {texts.lists.retry}
        </a>
        <a href="/" className={buttonClass({ size: "dialog" })}>
          {texts.navigation.home}
        </a>
      </p>
      {requestId && <RequestId id={requestId} />}
    </main>
  );
}
