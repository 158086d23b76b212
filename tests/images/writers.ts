import { setTimeout as pause } from "node:timers/promises";
import { codeOf } from "../support/members/accounts.ts";
import { createVisitor } from "../support/servers/site.ts";

/** What members have been told is kept, by kind: codes of liked videos, texts of messages, ids of orders. */
export interface Acknowledged {
  code: string;
  likes: Set<string>;
  messages: Set<string>;
  orders: Set<string>;
  /** Writes that were not acknowledged: whether they are kept is not known. */
  refused: number;
}

/** In milliseconds; 24 messages in a minute and 27 orders in ten minutes stay below the site's limits. */
const BETWEEN_WRITES = 500;
const LATEST = 40_000;
const MESSAGE_EVERY = 5;
const ORDER_EVERY = 44;

/**
 * Members who like, write and order twice a second until `end` is called.
 *
 * @param videos codes; each member likes each of them once
 */
export async function startWriters(url: string, count: number, videos: readonly string[]) {
  let ended = false;
  const writers = await Promise.all(
    Array.from({ length: count }, async () => {
      const visitor = createVisitor(fetch, url);
      return { visitor, code: await codeOf(visitor) };
    }),
  );

  async function write({ visitor, code }: (typeof writers)[number]): Promise<Acknowledged> {
    const told: Acknowledged = {
      code,
      likes: new Set(),
      messages: new Set(),
      orders: new Set(),
      refused: 0,
    };
    const send = async (path: string, fields: Record<string, string>) => {
      const answer = await visitor.request(path, {
        method: "POST",
        body: new URLSearchParams(fields).toString(),
        headers: {
          origin: url,
          accept: path.includes(".data") ? "*/*" : "text/html",
          "content-type": "application/x-www-form-urlencoded",
        },
        signal: AbortSignal.timeout(LATEST),
      });
      return { answer, text: await answer.text() };
    };
    const like = async (video = "") => {
      const { text } = await send(`/videoinfo.data?id=${video}`, { intent: "like" });
      return text.includes('"ok",true') && told.likes.add(video);
    };
    const say = async (text: string) =>
      (await send("/service", { text })).answer.redirected && told.messages.add(text);
    const order = async () => {
      const { text } = await send("/vip", { plan: "1", channel: "0" });
      const [, id] = /\/cashier\/([\w-]{32})/.exec(text) ?? [];
      return id && told.orders.add(id);
    };
    for (let number = 1; !ended; number += 1) {
      const kept = await (number % ORDER_EVERY === 0
        ? order()
        : number % MESSAGE_EVERY === 0
          ? say(`${code}-${number}`)
          : like(videos[number % videos.length])
      ).catch(() => undefined);
      if (!kept) told.refused += 1;
      await pause(BETWEEN_WRITES);
    }
    return told;
  }

  const writing = writers.map(write);
  return {
    async end() {
      ended = true;
      return Promise.all(writing);
    },
  };
}
