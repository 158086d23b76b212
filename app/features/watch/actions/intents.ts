export const watchIntents = {
  like: "like",
  favourite: "favourite",
  unfavourite: "unfavourite",
  visit: "visit",
  buy: "buy",
} as const;

export type WatchIntent = (typeof watchIntents)[keyof typeof watchIntents];
