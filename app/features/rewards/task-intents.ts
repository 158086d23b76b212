export const taskIntents = {
  checkIn: "checkIn",
  dailyLogin: "dailyLogin",
  watching: "watching",
} as const;
export type TaskIntent = keyof typeof taskIntents;
