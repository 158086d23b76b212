import { useSubmit } from "@remix-run/react";
import { useCallback } from "react";
import { videoAddress } from "./addresses.ts";

/** What the forms of a video's page ask for. */
export const watchIntents = {
  like: "like",
  favourite: "favourite",
  unfavourite: "unfavourite",
  visit: "visit",
  buy: "buy",
} as const;

export type WatchIntent = (typeof watchIntents)[keyof typeof watchIntents];

let submissions = 0;

/** Posts an intent by a separate fetcher, which survives leaving the page. */
export function useSubmitIntent(code: string) {
  const submit = useSubmit();
  return useCallback(
    (intent: WatchIntent) => {
      submissions += 1;
      const fetcherKey = `intent-${submissions}`;
      submit(
        { intent },
        { method: "post", action: videoAddress(code), navigate: false, fetcherKey },
      );
    },
    [submit, code],
  );
}
