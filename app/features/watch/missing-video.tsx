import { texts } from "../../texts.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Link } from "../../ui/link.tsx";
import { RequestId } from "../../ui/request-id.tsx";
import styles from "./message.module.css";

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
