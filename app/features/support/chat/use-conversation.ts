import { useFetcher } from "@remix-run/react";
import { useCallback, useEffect, useRef, useState } from "react";
import type { Outcome } from "../../../../server/outcomes/defer-after.ts";
import type { Conversation } from "./chat.server.ts";

export function useConversation(first: Conversation) {
  const { load, data } = useFetcher<{ conversation: Outcome<Conversation | null> }>();
  const [conversation, setConversation] = useState(first);
  const [failures, setFailures] = useState(0);
  const fingerprint = useRef(first.fingerprint);

  const poll = useCallback(() => {
    if (document.visibilityState === "visible") load(`/service?known=${fingerprint.current}`);
  }, [load]);

  useEffect(() => {
    if (!data) return;
    const { conversation: answer } = data;
    setFailures((before) => (answer.ok ? 0 : before + 1));
    if (!answer.ok || !answer.data) return;
    fingerprint.current = answer.data.fingerprint;
    setConversation(answer.data);
  }, [data]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: every answer restarts the timer
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
const MAX_DELAY_MS = 30_000;

export const pollDelayMs = (failures: number) => Math.min(MAX_DELAY_MS, PAUSE_MS * 2 ** failures);
