import { useSubmit } from "@remix-run/react";
import { useCallback, useEffect, useRef } from "react";
import { videoAddress } from "../../../navigation/addresses.ts";
import { useMemberLoaded } from "../../../session/member.ts";
import { type WatchIntent, watchIntents } from "./intents.ts";

let submissions = 0;

/** Posts an intent to the video's action, by a fetcher of its own: it goes on when the page is left meanwhile. */
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

/** Puts the video into the browse history, once for each time that its page is opened. */
export function useRecordVisit(code: string): void {
  const submitIntent = useSubmitIntent(code);
  // a new visitor becomes a guest by the member request; two at once would register twice
  const asked = useMemberLoaded();
  const recorded = useRef<string>();
  useEffect(() => {
    if (!asked || recorded.current === code) return;
    recorded.current = code;
    submitIntent(watchIntents.visit);
  }, [asked, code, submitIntent]);
}
