import { expect, test } from "vitest";
import { changeOutbox, nextToSend, type Outbox, type OutboxChange } from "./outbox.ts";

const text = (content: string) => ({ kind: "text" as const, content });
const picture = (content: string) => ({ kind: "image" as const, content });
const add = (key: number, item: ReturnType<typeof text | typeof picture>): OutboxChange => ({
  type: "add",
  item: { key, ...item },
});
const settled = (key: number, ok: boolean, message = ""): OutboxChange => ({
  type: "update",
  key,
  change: ok ? { state: "sent" } : message ? { state: "refused", message } : { state: "failed" },
});
const sending = (key: number): OutboxChange => ({
  type: "update",
  key,
  change: { state: "sending" },
});
const listed = (...messages: ReturnType<typeof text | typeof picture>[]): OutboxChange => ({
  type: "listed",
  messages,
});

const after = (...changes: OutboxChange[]) =>
  changes.reduce<Outbox>(changeOutbox, { items: [], seen: 0 });
const shown = ({ items }: Outbox) => items.map(({ content, state }) => `${content} ${state}`);

test("messages are sent one at a time, in the order in which they were written", () => {
  const two = after(add(1, text("一")), add(2, text("二")));
  expect(nextToSend(two)?.key).toBe(1);
  const first = changeOutbox(two, sending(1));
  expect(nextToSend(first)).toBeUndefined();
  expect(nextToSend(changeOutbox(first, settled(1, true)))?.key).toBe(2);
});

test("no message overtakes one that failed", () => {
  const failed = after(add(1, text("一")), add(2, text("二")), sending(1), settled(1, false));
  expect(nextToSend(failed)).toBeUndefined();
  const retried = changeOutbox(failed, { type: "retry", key: 1 });
  expect(nextToSend(retried)?.key).toBe(1);
  expect(shown(retried)).toEqual(["一 waiting", "二 waiting"]);
});

test("sending a new message retries the failed one first", () => {
  const more = after(add(1, text("一")), sending(1), settled(1, false), add(2, text("二")));
  expect(nextToSend(more)?.key).toBe(1);
});

test("a refused message does not block others and has an error message", () => {
  const refused = after(add(1, picture("blob:1")), sending(1), settled(1, false, "图片已损坏"));
  expect(refused.items[0]).toMatchObject({ state: "refused", message: "图片已损坏" });
  const more = changeOutbox(refused, add(2, text("二")));
  expect(nextToSend(more)?.key).toBe(2);
  expect(nextToSend(changeOutbox(refused, { type: "retry", key: 1 }))?.key).toBe(1);
});

test("a sent message is shown once, before and after the list contains it", () => {
  const sent = after(add(1, text("在吗")), sending(1), settled(1, true));
  expect(shown(sent)).toEqual(["在吗 sent"]);
  expect(shown(changeOutbox(sent, listed()))).toEqual(["在吗 sent"]);
  expect(shown(changeOutbox(sent, listed(text("在吗"))))).toEqual([]);
});

test("the same text sent twice counts as two messages", () => {
  const twice = after(listed(text("在吗")), add(1, text("在吗")), add(2, text("在吗")));
  const one = changeOutbox(twice, listed(text("在吗"), text("在吗")));
  expect(one.items.map(({ key }) => key)).toEqual([2]);
  const same = changeOutbox(one, listed(text("在吗"), text("在吗")));
  expect(same.items.map(({ key }) => key)).toEqual([2]);
});

test("a message whose response was lost counts as sent as soon as the list contains it", () => {
  const lost = after(add(1, text("一")), add(2, picture("blob:2")), sending(1), settled(1, false));
  const found = changeOutbox(lost, listed(text("一")));
  expect(shown(found)).toEqual(["blob:2 waiting"]);
  expect(nextToSend(found)?.key).toBe(2);
});

test("pictures and texts that the server has altered are matched by position", () => {
  const sent = after(
    add(1, picture("blob:1")),
    sending(1),
    settled(1, true),
    add(2, text("坏词")),
    sending(2),
    settled(2, true),
  );
  expect(shown(changeOutbox(sent, listed(picture("/image/x"), text("**"))))).toEqual([]);
});

test("messages from another device do not affect those that are still being sent", () => {
  const waiting = after(add(1, text("一")), sending(1));
  const other = changeOutbox(waiting, listed(text("别处说的")));
  expect(shown(other)).toEqual(["一 sending"]);
  expect(shown(changeOutbox(other, listed(text("别处说的"), text("一"))))).toEqual([]);
});
