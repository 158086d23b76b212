import { useFetcher } from "@remix-run/react";
import { useCallback, useEffect, useRef, useState } from "react";
import type { Outcome } from "../../../../server/outcomes/defer-after.ts";
import { deviceStorage } from "../../../device/storage.ts";
import { useMember } from "../../../session/member.ts";
import { texts } from "../../../texts/index.ts";
import { useOnResult } from "../../../ui/form/use-checked-form.ts";
import { useSignalEffect, useTimer } from "../../../ui/paint.ts";
import styles from "./chat.module.css";
import type { Conversation, SendResult } from "./chat.server.ts";
import { Composer } from "./composer.tsx";
import { MessageList } from "./message-list.tsx";
import { EnlargedPicture } from "./message-picture.tsx";
import { useOutbox } from "./outbox.ts";

export function ChatWindow({ first, result }: { first: Conversation; result?: SendResult }) {
  const { conversation, offline, poll } = useConversation(first);
  const outbox = useOutbox(conversation.messages, poll);
  const { scroller, content, scrolledUp, scrollToEnd } = useStickToEnd();
  const [enlarged, setEnlarged] = useState<string>();
  const unread = useUnreadMessages(
    conversation.messages.filter(({ received }) => received).length,
    scrolledUp,
  );
  useMarkRead(conversation.fingerprint, scrolledUp);
  const avatar = useMember()?.avatar ?? "";

  return (
    <>
      <div className={styles.middle}>
        <div
          ref={scroller}
          className={styles.scroller}
          role="log"
          aria-label={texts.chat.log}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller must be reachable by keyboard
          tabIndex={0}
        >
          <div ref={content} className={styles.content}>
            <MessageList
              conversation={conversation}
              outbox={outbox}
              avatar={avatar}
              onEnlarge={setEnlarged}
            />
          </div>
        </div>
        {unread && (
          <button type="button" className={styles.unread} onClick={scrollToEnd}>
            {texts.chat.newMessages}
          </button>
        )}
      </div>
      {offline && (
        <p role="status" className={styles.offline}>
          {texts.chat.offline}
        </p>
      )}
      <Composer
        result={result}
        onSend={(message) => {
          outbox.add(message);
          scrollToEnd();
        }}
      />
      <EnlargedPicture address={enlarged} onClose={() => setEnlarged(undefined)} />
    </>
  );
}

function useUnreadMessages(received: number, scrolledUp: boolean): boolean {
  const [seen, setSeen] = useState(received);
  useEffect(() => {
    if (!scrolledUp) setSeen(received);
  }, [received, scrolledUp]);
  return scrolledUp && received > seen;
}

/** Takes the mark from the installed site's icon (`app/features/shell/install/install.tsx`). */
function useMarkRead(fingerprint: string, scrolledUp: boolean) {
  useEffect(() => {
    if (scrolledUp) return;
    deviceStorage.update("chatRead", () => fingerprint);
    navigator.clearAppBadge?.().catch(() => undefined);
  }, [fingerprint, scrolledUp]);
}

const NEAR = 40; // pixels

/** In a `column-reverse` scroller, `scrollTop` is 0 at the end and negative above it. */
function useStickToEnd() {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const [scrolledUp, setScrolledUp] = useState(false);

  useSignalEffect([], (signal) => {
    const [box, inner] = [scroller.current, content.current];
    if (!box || !inner) return;
    const scrollRange = () => box.scrollHeight - box.clientHeight;
    let fromTop = scrollRange() + box.scrollTop;
    const isScrolledUp = () => box.scrollTop < -NEAR;

    const onScroll = () => {
      fromTop = scrollRange() + box.scrollTop;
      setScrolledUp(isScrolledUp());
    };
    const onResize = () => {
      if (isScrolledUp()) box.scrollTop = fromTop - scrollRange();
      else box.scrollTop = 0;
    };
    box.addEventListener("scroll", onScroll, { passive: true, signal });
    const observer = new ResizeObserver(onResize);
    observer.observe(inner);
    observer.observe(box);
    signal.addEventListener("abort", () => observer.disconnect());
  });

  return {
    scroller,
    content,
    scrolledUp,
    scrollToEnd: () => scroller.current?.scrollTo({ top: 0 }),
  };
}

function useConversation(first: Conversation) {
  const { load, data } = useFetcher<{ conversation: Outcome<Conversation | null> }>();
  const [conversation, setConversation] = useState(first);
  const [failures, setFailures] = useState(0);
  const fingerprint = useRef(first.fingerprint);

  const poll = useCallback(() => {
    if (document.visibilityState === "visible") load(`/service?known=${fingerprint.current}`);
  }, [load]);

  useOnResult(data, ({ conversation: answer }) => {
    setFailures((before) => (answer.ok ? 0 : before + 1));
    if (!answer.ok || !answer.data) return;
    fingerprint.current = answer.data.fingerprint;
    setConversation(answer.data);
  });

  // every answer restarts the timer
  useTimer(pollDelayMs(failures), poll, data);

  useSignalEffect([poll], (signal) => {
    document.addEventListener("visibilitychange", poll, { signal });
    window.addEventListener("online", poll, { signal });
  });

  return { conversation, offline: failures > 1, poll };
}

const PAUSE_MS = 3_000;
const MAX_DELAY_MS = 30_000;

export const pollDelayMs = (failures: number) => Math.min(MAX_DELAY_MS, PAUSE_MS * 2 ** failures);
