import { useState } from "react";
import { Link } from "../../navigation/link.tsx";
import { useGoBack } from "../../navigation/use-go-back.ts";
import { texts } from "../../texts/index.ts";
import { EmptyState } from "../../ui/layout/empty-state.tsx";
import { RequestId } from "../../ui/layout/error-page.tsx";
import { useTimer } from "../../ui/paint.ts";
import styles from "./no-video.module.css";

export function MissingVideo({ requestId }: { requestId?: string | undefined }) {
  return (
    <main className={styles.message}>
      <EmptyState message={texts.video.missing} />
      <Link to="/" className={styles.link}>
        {texts.navigation.home}
      </Link>
      {requestId && <RequestId id={requestId} />}
    </main>
  );
}

const SECONDS = 3;

export function NoVideoRequested() {
  const goBack = useGoBack();
  const [seconds, setSeconds] = useState(SECONDS);
  useTimer(1_000, () => (seconds > 1 ? setSeconds(seconds - 1) : goBack()), seconds);
  return (
    <main className={styles.message}>
      <a href="/">{texts.video.leaving(seconds)}</a>
    </main>
  );
}
