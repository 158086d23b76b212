import { useFetcher } from "@remix-run/react";
import { useCallback, useEffect, useRef, useState } from "react";
import type { Attempt } from "../../../../server/domain/actions.ts";
import type { Conversation } from "./chat.server.ts";

/**
 * The conversation, kept current while somebody looks at it: asked for every few seconds, less often while that
 * fails, at once when the page is seen again or the network is back.
 */
export function useConversation(first: Conversation) {
  const { load, data } = useFetcher<{ news: Attempt<Conversation | null> }>();
  const [conversation, setConversation] = useState(first);
  const [failures, setFailures] = useState(0);
  const known = useRef(first.fingerprint);

  const look = useCallback(() => {
    if (document.visibilityState === "visible") load(`/service?known=${known.current}`);
  }, [load]);

  useEffect(() => {
    if (!data) return;
    setFailures((before) => (data.news.ok ? 0 : before + 1));
    if (!data.news.ok || !data.news.data) return;
    known.current = data.news.data.fingerprint;
    setConversation(data.news.data);
  }, [data]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: every answer winds the clock up again
  useEffect(() => {
    const timer = setTimeout(look, pauseAfter(failures));
    return () => clearTimeout(timer);
  }, [data, failures, look]);

  useEffect(() => {
    document.addEventListener("visibilitychange", look);
    window.addEventListener("online", look);
    return () => {
      document.removeEventListener("visibilitychange", look);
      window.removeEventListener("online", look);
    };
  }, [look]);

  return { conversation, cutOff: failures > 1, look };
}

const PAUSE_MS = 3_000;
const LONGEST_MS = 30_000;

/** How long to wait before asking again, after so many failures in a row. */
export const pauseAfter = (failures: number) => Math.min(LONGEST_MS, PAUSE_MS * 2 ** failures);
