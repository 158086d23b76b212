import { texts } from "../../texts.ts";
import { Icon } from "../../ui/icon.tsx";
import styles from "./bubble.module.css";
import type { Unsent } from "./outbox.ts";

interface MessageStateProps {
  item: Unsent;
  onRetry: (key: number) => void;
}

/** Beside a message that the list does not show yet: on its way, or failed with another try. */
export function MessageState({ item, onRetry }: MessageStateProps) {
  if (item.state === "sent") return null;
  if (item.state === "waiting" || item.state === "sending") {
    return <span className={styles.spinner} role="img" aria-label={texts.chat.sending} />;
  }
  return (
    <span className={styles.failed}>
      <span className={styles.reason}>
        <Icon name="alert" size={16} />
        {item.message || texts.chat.failed}
      </span>
      <button type="button" className={styles.retry} onClick={() => onRetry(item.key)}>
        {texts.lists.retry}
      </button>
    </span>
  );
}
