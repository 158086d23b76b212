import { Link } from "../../../navigation/link.tsx";
import { texts } from "../../../texts/index.ts";
import { EmptyState } from "../../../ui/layout/empty-state.tsx";
import { RequestId } from "../../../ui/layout/error-page.tsx";
import styles from "./no-video.module.css";

export function MissingVideo({ requestId }: { requestId?: string }) {
  return (
    <main className={styles.message}>
      <EmptyState message={texts.video.missing} />
      <Link to="/" className={styles.way}>
        {texts.navigation.home}
      </Link>
      {requestId && <RequestId id={requestId} />}
    </main>
  );
}
