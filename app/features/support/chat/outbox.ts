import { useFetcher } from "@remix-run/react";
import { useEffect, useMemo, useReducer, useRef } from "react";
import type { ChatMessage } from "../../../../server/contract/index.ts";
import { failureText } from "../../../ui/form/action-result.ts";
import type { SendResult } from "./chat.server.ts";

/** A message that the member's own list does not show yet. */
export interface Unsent {
  key: number;
  kind: "text" | "image";
  /** The text, or where the picture can be seen on this device. */
  content: string;
  file?: File;
  /**
   * `failed`: it did not get through, and what was written after it waits. `refused`: it was turned down for good
   * reasons, which holds up nothing. `sent`: the list will show it soon.
   */
  state: "waiting" | "sending" | "sent" | "failed" | "refused";
  /** Why it was refused. */
  message?: string;
}

/** What came of sending one. */
type SendOutcome = Pick<Unsent, "message"> & { state: "sent" | "failed" | "refused" };

export interface Outbox {
  items: readonly Unsent[];
  /** How many of the member's own messages in the list were looked at. */
  seen: number;
}

type Own = Pick<Unsent, "kind" | "content">;

export type Change =
  | { type: "add"; item: Own & { key: number; file?: File } }
  | { type: "sending"; key: number }
  | { type: "settled"; key: number; outcome: SendOutcome }
  | { type: "retry"; key: number }
  | { type: "listed"; own: readonly Own[] };

/** Another try for the whole of what did not get through, so that the order stays. */
const again = (items: readonly Unsent[], key?: number) =>
  items.map((item): Unsent => {
    const tried = item.state === "failed" || item.key === key;
    return tried ? { ...item, state: "waiting", message: undefined } : item;
  });

const altered = (items: readonly Unsent[], key: number, change: Partial<Unsent>) =>
  items.map((item) => (item.key === key ? { ...item, ...change } : item));

export function changeOutbox(outbox: Outbox, change: Change): Outbox {
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
      return listed(outbox, change.own);
  }
}

/** What the list shows by now is no longer shown from here. An upstream may have changed a text on its way. */
function listed({ items, seen }: Outbox, own: readonly Own[]): Outbox {
  const left = [...items];
  const remove = (matches: (item: Unsent) => boolean) => {
    const at = left.findIndex(matches);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  };
  const unknown = own
    .slice(seen)
    .filter(({ kind, content }) => !remove((item) => isSame(item, { kind, content })));
  for (const { kind } of unknown) remove((item) => item.state === "sent" && item.kind === kind);
  return { items: left, seen: own.length };
}

const isSame = (item: Unsent, { kind, content }: Own) =>
  item.state !== "refused" &&
  item.kind === kind &&
  (kind === "image" || item.content.trim() === content.trim());

/** One at a time, in their order; nothing overtakes what did not get through. */
export function nextToSend({ items }: Outbox): Unsent | undefined {
  const open = items.filter(({ state }) => state !== "sent" && state !== "refused");
  return open[0]?.state === "waiting" ? open[0] : undefined;
}

/** What the composer hands over. */
export type Draft =
  | { kind: "text"; content: string }
  | { kind: "image"; content: string; file: File };

/** Sends what is written, one at a time, until the list shows it. */
export function useOutbox(messages: readonly ChatMessage[], look: () => void) {
  const { submit, data, state } = useFetcher<SendResult>();
  const [outbox, change] = useReducer(changeOutbox, { items: [], seen: own(messages).length });
  const underWay = useRef<number>();
  const keys = useRef(0);

  useEffect(() => change({ type: "listed", own: own(messages) }), [messages]);
  // at once, so that nothing is drawn twice in between
  const current = useMemo(
    () => changeOutbox(outbox, { type: "listed", own: own(messages) }),
    [outbox, messages],
  );

  useEffect(() => {
    const key = underWay.current;
    if (!data || key === undefined) return;
    underWay.current = undefined;
    change({ type: "settled", key, outcome: outcomeOf(data) });
    look();
  }, [data, look]);

  useEffect(() => {
    const next = nextToSend(current);
    if (!next || state !== "idle" || underWay.current !== undefined) return;
    underWay.current = next.key;
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

/** What did not reach the upstream may go through the next time; anything else was turned down. */
function outcomeOf(result: SendResult): SendOutcome {
  if (result.ok) return { state: "sent" };
  const lost = result.reason === "unavailable" || result.reason === "offline";
  return lost ? { state: "failed" } : { state: "refused", message: failureText(result) };
}

const release = ({ kind, content }: Unsent) => {
  if (kind === "image") URL.revokeObjectURL(content);
};

/** Lets go of pictures that the list shows by now, and of all when the chat is left. */
function useReleased(items: readonly Unsent[]) {
  const before = useRef(items);
  useEffect(() => {
    const gone = before.current.filter(({ key }) => !items.some((item) => item.key === key));
    gone.forEach(release);
    before.current = items;
  }, [items]);
  useEffect(() => () => before.current.forEach(release), []);
}

const own = (messages: readonly ChatMessage[]) => messages.filter(({ received }) => !received);
