import { device } from "./store.ts";

/** What was written here and not sent yet. */
export const draftOf = (place: string) => device.read("drafts")[place] ?? "";

export const keepDraft = (place: string, text: string) =>
  device.update("drafts", (known) => ({ ...known, [place]: text }));
