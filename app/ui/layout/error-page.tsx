import { isRouteErrorResponse, useLocation } from "@remix-run/react";
import { useEffect, useState } from "react";
import type { ErrorBody } from "../../../server/remix/error-mapping.ts";
import { texts } from "../../texts/index.ts";
import { Button, buttonClass } from "../basics/button.tsx";
import { StatusIcon } from "../basics/icon.tsx";
import styles from "./error-page.module.css";

export function ErrorPage({ title, hint, requestId }: ErrorText) {
  const { pathname, search } = useLocation();
  const [mayGoBack, setMayGoBack] = useState(false);
  useEffect(() => setMayGoBack(history.length > 1), []);
  return (
    <main className={`page ${styles.error}`}>
      <StatusIcon icon="alert" />
      <div className={styles.words}>
        <h1>{title}</h1>
        <p>{hint}</p>
      </div>
      <p className={styles.links}>
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

const byStatus: Record<number, { title: string; hint: string }> = {
  403: texts.errors.forbidden,
  404: texts.errors.missing,
  410: texts.errors.missing,
  429: texts.errors.tooOften,
  500: texts.errors.broken,
};

type ErrorText = ReturnType<typeof describeError>;

export function describeError(error: unknown) {
  if (!isRouteErrorResponse(error)) return { ...texts.errors.down, requestId: "" };
  const { message = "", requestId = "" }: Partial<ErrorBody> = Object(error.data);
  const otherwise = error.status < 500 ? texts.errors.refused : texts.errors.down;
  const { title, hint } = byStatus[error.status] ?? otherwise;
  return { title: message || title, hint, requestId };
}

export const RequestId = ({ id }: { id: string }) => (
  <p className={styles.id}>
    {texts.errors.requestId} <code>{id}</code>
  </p>
);
