import type { ReactNode } from "react";
import { texts } from "../../../texts/index.ts";
import { Spinner } from "../../../ui/feedback/spinner.tsx";
import { Button } from "../../../ui/form/button.tsx";
import { Avatar } from "../../../ui/media/avatar.tsx";
import { Icon } from "../../../ui/media/icon.tsx";
import styles from "./bubble.module.css";
import { MessagePicture } from "./message-picture.tsx";
import type { Unsent } from "./outbox.ts";

interface BubbleProps {
  received: boolean;
  kind: "text" | "image";
  content: string;
  avatar: string;
  onEnlarge: (address: string) => void;
  children?: ReactNode;
}

export function Bubble({ received, kind, content, avatar, onEnlarge, children }: BubbleProps) {
  return (
    <div className={`${styles.message} ${received ? styles.received : styles.sent}`}>
      <span className="visually-hidden">{received ? texts.chat.operator : texts.chat.me}</span>
      {received ? (
        <span className={styles.operator}>
          <Icon name="headset" size={20} />
        </span>
      ) : (
        <Avatar src={avatar} size={36} />
      )}
      <div className={styles.body}>
        {kind === "image" ? (
          <MessagePicture address={content} onEnlarge={onEnlarge} />
        ) : (
          <p className={styles.text}>{content}</p>
        )}
        {children}
      </div>
    </div>
  );
}

interface MessageStateProps {
  item: Unsent;
  onRetry: (key: number) => void;
}

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
