import type { Danmu } from "../../../../server/contract/index.ts";

const MOST = 2_000;
const LONGEST = 100;

/** What viewers wrote, as it flies over the picture, in the order in which it comes. */
export const readyDanmu = (danmu: readonly Danmu[]): Danmu[] =>
  danmu
    .map((one) => ({
      ...one,
      text: [...one.text.trim()].slice(0, LONGEST).join(""),
      color: /^#[0-9a-f]{6}$/i.test(one.color) ? one.color : "",
    }))
    .filter(({ time, text }) => time >= 0 && text !== "")
    .sort((one, other) => one.time - other.time)
    .slice(0, MOST);
