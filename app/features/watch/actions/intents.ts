/** The watch page's values of the form field `intent`. */
export const watchIntents = {
  like: "like",
  favourite: "favourite",
  unfavourite: "unfavourite",
  /** Adds the video to the browse history. */
  visit: "visit",
  buy: "buy",
} as const;

export type WatchIntent = (typeof watchIntents)[keyof typeof watchIntents];
