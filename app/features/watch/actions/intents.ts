/** What a form or a submission on the watch page asks for, in its field `intent`. */
export const watchIntents = {
  like: "like",
  favourite: "favourite",
  unfavourite: "unfavourite",
  /** Puts the video into the browse history. */
  visit: "visit",
  buy: "buy",
} as const;

export type WatchIntent = (typeof watchIntents)[keyof typeof watchIntents];
