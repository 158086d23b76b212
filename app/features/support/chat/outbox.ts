import { useFetcher } from "@remix-run/react";
import { useEffect, useMemo, useReducer, useRef } from "react";
import type { ChatMessage } from "../../../../server/contract/index.ts";
import { failureText } from "../../../results/action-result.ts";
import { useOnResult } from "../../../ui/form/use-checked-form.ts";
import type { SendResult } from "./chat.server.ts";

export interface Unsent {
  key: number;
  kind: "text" | "image";
  content: string;
  file?: File;
  /** `failed` blocks later messages until it is retried, `refused` does not; `sent` is not in the conversation yet. */
  state: "waiting" | "sending" | "sent" | "failed" | "refused";
  message?: string;
}

export interface Outbox {
  items: readonly Unsent[];
  seen: number;
}

type MessageContent = Pick<Unsent, "kind" | "content">;

export type OutboxChange =
  | { type: "add"; item: MessageContent & { key: number; file?: File } }
  | { type: "update"; key: number; change: Partial<Unsent> }
  | { type: "retry"; key: number }
  | { type: "listed"; messages: readonly MessageContent[] };

const withRetries = (items: readonly Unsent[], key?: number) =>
  items.map((item): Unsent => {
    const isRetried = item.state === "failed" || item.key === key;
    return isRetried ? { ...item, state: "waiting", message: undefined } : item;
  });

export function changeOutbox(outbox: Outbox, change: OutboxChange): Outbox {
  const { items } = outbox;
  switch (change.type) {
    case "add":
      return { ...outbox, items: [...withRetries(items), { ...change.item, state: "waiting" }] };
    case "update": {
      const { key, change: update } = change;
      const updated = items.map((item) => (item.key === key ? { ...item, ...update } : item));
      return { ...outbox, items: updated };
    }
    case "retry":
      return { ...outbox, items: withRetries(items, change.key) };
    case "listed":
      return withoutListed(outbox, change.messages);
  }
}

/** Drops messages that the conversation contains; the upstream may have altered their text. */
function withoutListed({ items, seen }: Outbox, messages: readonly MessageContent[]): Outbox {
  const remaining = [...items];
  const remove = (matches: (item: Unsent) => boolean) => {
    const at = remaining.findIndex(matches);
    if (at >= 0) remaining.splice(at, 1);
    return at >= 0;
  };
  const unmatched = messages
    .slice(seen)
    .filter(({ kind, content }) => !remove((item) => isSame(item, { kind, content })));
  for (const { kind } of unmatched) remove((item) => item.state === "sent" && item.kind === kind);
  return { items: remaining, seen: messages.length };
}

const isSame = (item: Unsent, { kind, content }: MessageContent) =>
  item.state !== "refused" &&
  item.kind === kind &&
  (kind === "image" || item.content.trim() === content.trim());

export function nextToSend({ items }: Outbox): Unsent | undefined {
  const unsent = items.filter(({ state }) => state !== "sent" && state !== "refused");
  return unsent[0]?.state === "waiting" ? unsent[0] : undefined;
}

export type Draft =
  | { kind: "text"; content: string }
  | { kind: "image"; content: string; file: File };

export function useOutbox(messages: readonly ChatMessage[], poll: () => void) {
  const { submit, data, state } = useFetcher<SendResult>();
  const [outbox, change] = useReducer(changeOutbox, {
    items: [],
    seen: ownMessages(messages).length,
  });
  const sendingKey = useRef<number>();
  const keys = useRef(0);

  useEffect(() => change({ type: "listed", messages: ownMessages(messages) }), [messages]);
  // also in this render, as a message would otherwise show twice for a moment
  const current = useMemo(
    () => changeOutbox(outbox, { type: "listed", messages: ownMessages(messages) }),
    [outbox, messages],
  );

  useOnResult(data, (result) => {
    const key = sendingKey.current;
    if (key === undefined) return;
    sendingKey.current = undefined;
    change({ type: "update", key, change: outcomeOf(result) });
    poll();
  });

  useEffect(() => {
    const next = nextToSend(current);
    if (!next || state !== "idle" || sendingKey.current !== undefined) return;
    sendingKey.current = next.key;
    change({ type: "update", key: next.key, change: { state: "sending" } });
    const form = new FormData();
    if (next.file) form.set("picture", next.file);
    else form.set("text", next.content);
    submit(form, { method: "post", action: "/service", encType: "multipart/form-data" });
  }, [current, state, submit]);

  useRevokeUrls(current.items);

  return {
    items: current.items,
    add: (draft: Draft) => {
      keys.current += 1;
      change({ type: "add", item: { ...draft, key: keys.current } });
    },
    retry: (key: number) => change({ type: "retry", key }),
  };
}

function outcomeOf(result: SendResult): Pick<Unsent, "state" | "message"> {
  if (result.ok) return { state: "sent" };
  const lost = result.reason === "unavailable" || result.reason === "offline";
  return lost ? { state: "failed" } : { state: "refused", message: failureText(result) };
}

const revokeUrl = ({ kind, content }: Unsent) => {
  if (kind === "image") URL.revokeObjectURL(content);
};

function useRevokeUrls(items: readonly Unsent[]) {
  const before = useRef(items);
  useEffect(() => {
    const gone = before.current.filter(({ key }) => !items.some((item) => item.key === key));
    gone.forEach(revokeUrl);
    before.current = items;
  }, [items]);
  useEffect(() => () => before.current.forEach(revokeUrl), []);
}

const ownMessages = (messages: readonly ChatMessage[]) =>
  messages.filter(({ received }) => !received);
