import type { ChatMessage } from "../../../../server/contract/index.ts";
import { texts } from "../../../texts/index.ts";
import { previousDay, shanghaiDay, shanghaiInstant } from "../../../ui/format/shanghai-time.ts";

export const todayInShanghai = () => shanghaiDay(Date.now());

export function fingerprintOf(messages: readonly ChatMessage[]): string {
  let hash = 0x811c9dc5;
  for (const letter of JSON.stringify(messages)) {
    hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  }
  return `${messages.length}-${(hash >>> 0).toString(36)}`;
}

const PAUSE_MS = 5 * 60 * 1_000;

export function needsTime(messages: readonly { sentAt: string }[]): boolean[] {
  let last = Number.NEGATIVE_INFINITY;
  return messages.map(({ sentAt }) => {
    const at = shanghaiInstant(sentAt);
    if (at === 0) return false;
    const pause = at - last > PAUSE_MS;
    last = at;
    return pause;
  });
}

/** '今天 21:08', '昨天 21:08', '11-20 21:08', or, in another year, '2024-11-20 21:08'. */
export function timeLabel(sentAt: string, today: string): string {
  const [day = "", time = ""] = sentAt.trim().split(" ");
  const clock = time.slice(0, 5);
  if (day === today) return `${texts.chat.today} ${clock}`;
  if (day === previousDay(today)) return `${texts.chat.yesterday} ${clock}`;
  return `${day.slice(0, 4) === today.slice(0, 4) ? day.slice(5) : day} ${clock}`;
}
