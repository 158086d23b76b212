import { useEffect, useState } from "react";
import { useMember } from "../../../session/member.ts";
import { texts } from "../../../texts/index.ts";
import styles from "./chat.module.css";
import type { Conversation, SendResult } from "./chat.server.ts";
import { Composer } from "./composer.tsx";
import { EnlargedPicture } from "./enlarged-picture.tsx";
import { MessageList } from "./message-list.tsx";
import { useConversation } from "./use-conversation.ts";
import { useOutbox } from "./use-outbox.ts";
import { useStickToEnd } from "./use-stick-to-end.ts";

interface ChatWindowProps {
  first: Conversation;
  /** Of a form that the browser sent by itself. */
  result?: SendResult;
}

/** The conversation, what is on its way into it, and where to write. */
export function ChatWindow({ first, result }: ChatWindowProps) {
  const { conversation, cutOff, look } = useConversation(first);
  const outbox = useOutbox(conversation.messages, look);
  const { scroller, content, away, toEnd } = useStickToEnd();
  const [enlarged, setEnlarged] = useState<string>();
  const news = useNews(conversation.messages.filter(({ received }) => received).length, away);
  const avatar = useMember()?.avatar ?? "";

  return (
    <>
      <div className={styles.middle}>
        <div
          ref={scroller}
          className={styles.scroller}
          role="log"
          aria-label={texts.chat.log}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
          tabIndex={0}
        >
          <div ref={content} className={styles.content}>
            <MessageList
              conversation={conversation}
              unsent={outbox.items}
              avatar={avatar}
              onRetry={outbox.retry}
              onEnlarge={setEnlarged}
            />
          </div>
        </div>
        {news && (
          <button type="button" className={styles.news} onClick={toEnd}>
            {texts.chat.news}
          </button>
        )}
      </div>
      {cutOff && (
        <p role="status" className={styles.cutOff}>
          {texts.chat.offline}
        </p>
      )}
      <Composer
        result={result}
        onSend={(message) => {
          outbox.add(message);
          toEnd();
        }}
      />
      <EnlargedPicture address={enlarged} onClose={() => setEnlarged(undefined)} />
    </>
  );
}

/** Whether something came that the reader, who is somewhere else in the conversation, has not seen. */
function useNews(received: number, away: boolean): boolean {
  const [seen, setSeen] = useState(received);
  useEffect(() => {
    if (!away) setSeen(received);
  }, [received, away]);
  return away && received > seen;
}
