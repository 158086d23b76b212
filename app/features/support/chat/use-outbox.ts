import { useFetcher } from "@remix-run/react";
import { useEffect, useMemo, useReducer, useRef } from "react";
import type { ChatMessage } from "../../../../server/contract/index.ts";
import { failureText } from "../../../ui/form/action-result.ts";
import type { SendResult } from "./chat.server.ts";
import { changeOutbox, nextToSend, type SendOutcome, type Unsent } from "./outbox.ts";

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
