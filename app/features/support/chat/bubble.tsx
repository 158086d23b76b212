import type { ReactNode } from "react";
import { texts } from "../../../texts/index.ts";
import { Avatar } from "../../../ui/media/avatar.tsx";
import { Icon } from "../../../ui/media/icon.tsx";
import styles from "./bubble.module.css";
import { MessagePicture } from "./message-picture.tsx";

interface BubbleProps {
  received: boolean;
  kind: "text" | "image";
  content: string;
  avatar: string;
  onEnlarge: (address: string) => void;
  /** What there is to say about a message on its way. */
  children?: ReactNode;
}

/** One message: the operator's on the left, the member's own on the right. */
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
