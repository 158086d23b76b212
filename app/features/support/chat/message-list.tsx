import { texts } from "../../../texts/index.ts";
import { Bubble, MessageState } from "./bubble.tsx";
import styles from "./chat.module.css";
import type { Conversation } from "./chat.server.ts";
import { showsTime, timeLabel } from "./conversation.ts";
import type { Unsent } from "./outbox.ts";

interface MessageListProps {
  conversation: Conversation;
  unsent: readonly Unsent[];
  avatar: string;
  onRetry: (key: number) => void;
  onEnlarge: (address: string) => void;
}

export function MessageList({
  conversation,
  unsent,
  avatar,
  onRetry,
  onEnlarge,
}: MessageListProps) {
  const { messages, today } = conversation;
  const times = showsTime(messages);
  if (messages.length + unsent.length === 0) {
    return <p className={styles.time}>{texts.chat.welcome}</p>;
  }
  return (
    <ol className={styles.messages}>
      {messages.map((message, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: messages only ever come at the end, and have no other name
        <li key={index}>
          {times[index] && (
            <p className={styles.time}>
              <time>{timeLabel(message.sentAt, today)}</time>
            </p>
          )}
          <Bubble {...message} avatar={avatar} onEnlarge={onEnlarge} />
        </li>
      ))}
      {unsent.map((item) => (
        <li key={`unsent ${item.key}`}>
          <Bubble {...item} received={false} avatar={avatar} onEnlarge={onEnlarge}>
            <MessageState item={item} onRetry={onRetry} />
          </Bubble>
        </li>
      ))}
    </ol>
  );
}
