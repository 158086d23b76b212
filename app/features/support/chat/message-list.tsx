import type { ReactNode } from "react";
import type { ChatMessage } from "../../../../server/contract/index.ts";
import { texts } from "../../../texts/index.ts";
import { Button } from "../../../ui/basics/button.tsx";
import { Icon } from "../../../ui/basics/icon.tsx";
import { Spinner } from "../../../ui/feedback/spinner.tsx";
import { Avatar } from "../../../ui/media/avatar.tsx";
import bubbleStyles from "./bubble.module.css";
import styles from "./chat.module.css";
import type { Conversation } from "./chat.server.ts";
import { needsTime, timeLabel } from "./conversation.ts";
import { MessagePicture } from "./message-picture.tsx";
import type { Unsent, useOutbox } from "./outbox.ts";

interface MessageListProps {
  conversation: Conversation;
  outbox: ReturnType<typeof useOutbox>;
  avatar: string;
  onEnlarge: (address: string) => void;
}

export function MessageList({ conversation, outbox, avatar, onEnlarge }: MessageListProps) {
  const { messages, today } = conversation;
  const times = needsTime(messages);
  if (messages.length + outbox.items.length === 0) {
    return <p className={styles.time}>{texts.chat.welcome}</p>;
  }
  return (
    <ol className={styles.messages}>
      {messages.map((message, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: messages are only appended, and have no id
        <li key={index}>
          {times[index] && (
            <p className={styles.time}>
              <time>{timeLabel(message.sentAt, today)}</time>
            </p>
          )}
          <Bubble {...message} avatar={avatar} onEnlarge={onEnlarge} />
        </li>
      ))}
      {outbox.items.map((item) => (
        <li key={`unsent ${item.key}`}>
          <Bubble {...item} received={false} avatar={avatar} onEnlarge={onEnlarge}>
            <MessageState item={item} onRetry={() => outbox.retry(item.key)} />
          </Bubble>
        </li>
      ))}
    </ol>
  );
}

interface BubbleProps
  extends Pick<ChatMessage, "received" | "kind" | "content">,
    Pick<MessageListProps, "avatar" | "onEnlarge"> {
  children?: ReactNode;
}

function Bubble({ received, kind, content, avatar, onEnlarge, children }: BubbleProps) {
  return (
    <div
      className={`${bubbleStyles.message} ${received ? bubbleStyles.received : bubbleStyles.sent}`}
    >
      <span className="visually-hidden">{received ? texts.chat.operator : texts.chat.me}</span>
      {received ? (
        <span className={bubbleStyles.operator}>
          <Icon name="headset" size={20} />
        </span>
      ) : (
        <Avatar src={avatar} size={36} />
      )}
      <div className={bubbleStyles.body}>
        {kind === "image" ? (
          <MessagePicture address={content} onEnlarge={onEnlarge} />
        ) : (
          <p className={bubbleStyles.text}>{content}</p>
        )}
        {children}
      </div>
    </div>
  );
}

function MessageState({ item, onRetry }: { item: Unsent; onRetry: () => void }) {
  if (item.state === "sent") return null;
  if (item.state === "waiting" || item.state === "sending") {
    return <Spinner label={texts.chat.sending} />;
  }
  return (
    <span className={bubbleStyles.failed}>
      <span className={bubbleStyles.reason}>
        <Icon name="alert" size={16} />
        {item.message || texts.chat.failed}
      </span>
      <Button kind="tint" size="row" onClick={onRetry}>
        {texts.lists.retry}
      </Button>
    </span>
  );
}
