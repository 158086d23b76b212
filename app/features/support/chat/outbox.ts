import { useFetcher } from "@remix-run/react";
import { useEffect, useMemo, useReducer, useRef } from "react";
import type { ChatMessage } from "../../../../server/contract/index.ts";
import { failureText } from "../../../results/action-result.ts";
import type { SendResult } from "./chat.server.ts";

export interface Unsent {
  key: number;
  kind: "text" | "image";
  content: string;
  file?: File;
  /** `failed` blocks later messages until retried, `refused` none; `sent` is not in the conversation yet. */
  state: "waiting" | "sending" | "sent" | "failed" | "refused";
  message?: string;
}

type SendOutcome = Pick<Unsent, "message"> & { state: "sent" | "failed" | "refused" };

export interface Outbox {
  items: readonly Unsent[];
  seen: number;
}

type MessageContent = Pick<Unsent, "kind" | "content">;

export type OutboxChange =
  | { type: "add"; item: MessageContent & { key: number; file?: File } }
  | { type: "sending"; key: number }
  | { type: "settled"; key: number; outcome: SendOutcome }
  | { type: "retry"; key: number }
  | { type: "listed"; messages: readonly MessageContent[] };

const again = (items: readonly Unsent[], key?: number) =>
  items.map((item): Unsent => {
    const tried = item.state === "failed" || item.key === key;
    return tried ? { ...item, state: "waiting", message: undefined } : item;
  });

const altered = (items: readonly Unsent[], key: number, change: Partial<Unsent>) =>
  items.map((item) => (item.key === key ? { ...item, ...change } : item));

export function changeOutbox(outbox: Outbox, change: OutboxChange): Outbox {
  const { items } = outbox;
  switch (change.type) {
    case "add":
      return { ...outbox, items: [...again(items), { ...change.item, state: "waiting" }] };
    case "sending":
      return { ...outbox, items: altered(items, change.key, { state: "sending" }) };
    case "settled":
      return { ...outbox, items: altered(items, change.key, change.outcome) };
    case "retry":
      return { ...outbox, items: again(items, change.key) };
    case "listed":
      return listed(outbox, change.messages);
  }
}

/** Drops messages that the conversation shows; the upstream may have altered their text. */
function listed({ items, seen }: Outbox, messages: readonly MessageContent[]): Outbox {
  const left = [...items];
  const remove = (matches: (item: Unsent) => boolean) => {
    const at = left.findIndex(matches);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  };
  const unmatched = messages
    .slice(seen)
    .filter(({ kind, content }) => !remove((item) => isSame(item, { kind, content })));
  for (const { kind } of unmatched) remove((item) => item.state === "sent" && item.kind === kind);
  return { items: left, seen: messages.length };
}

const isSame = (item: Unsent, { kind, content }: MessageContent) =>
  item.state !== "refused" &&
  item.kind === kind &&
  (kind === "image" || item.content.trim() === content.trim());

export function nextToSend({ items }: Outbox): Unsent | undefined {
  const open = items.filter(({ state }) => state !== "sent" && state !== "refused");
  return open[0]?.state === "waiting" ? open[0] : undefined;
}

export type Draft =
  | { kind: "text"; content: string }
  | { kind: "image"; content: string; file: File };

export function useOutbox(messages: readonly ChatMessage[], poll: () => void) {
  const { submit, data, state } = useFetcher<SendResult>();
  const [outbox, change] = useReducer(changeOutbox, {
    items: [],
    seen: membersMessages(messages).length,
  });
  const sendingKey = useRef<number>();
  const keys = useRef(0);

  useEffect(() => change({ type: "listed", messages: membersMessages(messages) }), [messages]);
  // in the same render, or a message would show twice
  const current = useMemo(
    () => changeOutbox(outbox, { type: "listed", messages: membersMessages(messages) }),
    [outbox, messages],
  );

  useEffect(() => {
    const key = sendingKey.current;
    if (!data || key === undefined) return;
    sendingKey.current = undefined;
    change({ type: "settled", key, outcome: outcomeOf(data) });
    poll();
  }, [data, poll]);

  useEffect(() => {
    const next = nextToSend(current);
    if (!next || state !== "idle" || sendingKey.current !== undefined) return;
    sendingKey.current = next.key;
    change({ type: "sending", key: next.key });
    const form = new FormData();
    if (next.file) form.set("picture", next.file);
    else form.set("text", next.content);
    submit(form, { method: "post", action: "/service", encType: "multipart/form-data" });
  }, [current, state, submit]);

  useReleased(current.items);

  return {
    items: current.items,
    add: (draft: Draft) => {
      keys.current += 1;
      change({ type: "add", item: { ...draft, key: keys.current } });
    },
    retry: (key: number) => change({ type: "retry", key }),
  };
}

function outcomeOf(result: SendResult): SendOutcome {
  if (result.ok) return { state: "sent" };
  const lost = result.reason === "unavailable" || result.reason === "offline";
  return lost ? { state: "failed" } : { state: "refused", message: failureText(result) };
}

const release = ({ kind, content }: Unsent) => {
  if (kind === "image") URL.revokeObjectURL(content);
};

function useReleased(items: readonly Unsent[]) {
  const before = useRef(items);
  useEffect(() => {
    const gone = before.current.filter(({ key }) => !items.some((item) => item.key === key));
    gone.forEach(release);
    before.current = items;
  }, [items]);
  useEffect(() => () => before.current.forEach(release), []);
}

const membersMessages = (messages: readonly ChatMessage[]) =>
  messages.filter(({ received }) => !received);
