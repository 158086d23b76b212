import { texts } from "../../../texts/index.ts";
import { Spinner } from "../../../ui/feedback/spinner.tsx";
import { Button } from "../../../ui/form/button.tsx";
import { Icon } from "../../../ui/media/icon.tsx";
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
    return <Spinner label={texts.chat.sending} />;
  }
  return (
    <span className={styles.failed}>
      <span className={styles.reason}>
        <Icon name="alert" size={16} />
        {item.message || texts.chat.failed}
      </span>
      <Button kind="tint" size="row" onClick={() => onRetry(item.key)}>
        {texts.lists.retry}
      </Button>
    </span>
  );
}
