import { useSubmit } from "@remix-run/react";
import { createContext, type ReactNode, useCallback, useContext } from "react";
import { videoAddress } from "../addresses.ts";
import { isIncognito } from "../device/incognito.ts";
import { afterPaint } from "../ui/paint.ts";

export const watchIntents = {
  like: "like",
  favourite: "favourite",
  unfavourite: "unfavourite",
  visit: "visit",
  buy: "buy",
} as const;

export type WatchIntent = (typeof watchIntents)[keyof typeof watchIntents];

type SubmitIntent = (code: string, intent: WatchIntent) => void;

const SubmitIntentContext = createContext<SubmitIntent>(() => undefined);

let submissions = 0;

/** Calls `useSubmit` once for all cards, because it re-renders its component for every navigation and fetcher. */
export function VideoIntents({ children }: { children: ReactNode }) {
  const submit = useSubmit();
  const submitIntent = useCallback<SubmitIntent>(
    (code, intent) => {
      if (intent === watchIntents.visit && isIncognito()) return;
      submissions += 1;
      // a fetcher with its own key survives leaving the page
      const fetcherKey = `intent-${submissions}`;
      const action = videoAddress(code);
      afterPaint(() => submit({ intent }, { method: "post", action, navigate: false, fetcherKey }));
    },
    [submit],
  );
  return (
    <SubmitIntentContext.Provider value={submitIntent}>{children}</SubmitIntentContext.Provider>
  );
}

export const useSubmitIntent = () => useContext(SubmitIntentContext);
