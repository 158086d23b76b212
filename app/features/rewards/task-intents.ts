/** What a member can do once a day; the forms of the task centre and their action share them. */
export const taskIntents = {
  checkIn: "checkIn",
  dailyLogin: "dailyLogin",
  watching: "watching",
} as const;
export type TaskIntent = keyof typeof taskIntents;
