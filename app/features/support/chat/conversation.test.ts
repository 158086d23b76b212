import { expect, test } from "vitest";
import { fingerprintOf } from "./conversation.ts";

const message = (content: string, received = true) => ({
  received,
  kind: "text" as const,
  content,
  sentAt: "2025-06-15 08:00:00",
});

test("a conversation is known by its fingerprint until anything in it is another", () => {
  const known = fingerprintOf([message("您好"), message("在吗")]);
  expect(fingerprintOf([message("您好"), message("在吗")])).toBe(known);
  for (const other of [
    [message("您好")],
    [message("您好"), message("在嘛")],
    [message("您好"), message("在吗", false)],
    [message("在吗"), message("您好")],
  ])
    expect(fingerprintOf(other)).not.toBe(known);
});
