import { useFetcher } from "@remix-run/react";
import { useCallback, useEffect, useRef, useState } from "react";
import type { Attempt } from "../../../../server/domain/actions.ts";
import type { Conversation } from "./chat.server.ts";

/** Polls while visible: slower on failures, at once when back online. */
export function useConversation(first: Conversation) {
  const { load, data } = useFetcher<{ update: Attempt<Conversation | null> }>();
  const [conversation, setConversation] = useState(first);
  const [failures, setFailures] = useState(0);
  const fingerprint = useRef(first.fingerprint);

  const poll = useCallback(() => {
    if (document.visibilityState === "visible") load(`/service?known=${fingerprint.current}`);
  }, [load]);

  useEffect(() => {
    if (!data) return;
    setFailures((before) => (data.update.ok ? 0 : before + 1));
    if (!data.update.ok || !data.update.data) return;
    fingerprint.current = data.update.data.fingerprint;
    setConversation(data.update.data);
  }, [data]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: every answer winds the clock up again
  useEffect(() => {
    const timer = setTimeout(poll, pollDelayMs(failures));
    return () => clearTimeout(timer);
  }, [data, failures, poll]);

  useEffect(() => {
    document.addEventListener("visibilitychange", poll);
    window.addEventListener("online", poll);
    return () => {
      document.removeEventListener("visibilitychange", poll);
      window.removeEventListener("online", poll);
    };
  }, [poll]);

  return { conversation, offline: failures > 1, poll };
}

const PAUSE_MS = 3_000;
const LONGEST_MS = 30_000;

export const pollDelayMs = (failures: number) => Math.min(LONGEST_MS, PAUSE_MS * 2 ** failures);
