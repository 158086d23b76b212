import type { ChatMessage } from "../../../../server/contract/index.ts";
import { shanghaiDay } from "../../../ui/shanghai-time.ts";

export const todayInShanghai = () => shanghaiDay(Date.now());

/** Short, and another one when any message is another one (FNV-1a over all of them). */
export function fingerprintOf(messages: readonly ChatMessage[]): string {
  let hash = 0x811c9dc5;
  for (const letter of JSON.stringify(messages)) {
    hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  }
  return `${messages.length}-${(hash >>> 0).toString(36)}`;
}
