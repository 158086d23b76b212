import { useSubmit } from "@remix-run/react";
import { useCallback, useEffect, useRef } from "react";
import { videoAddress } from "../../../navigation/addresses.ts";
import { useMemberLoaded } from "../../../session/member.ts";
import { type WatchIntent, watchIntents } from "./intents.ts";

let submissions = 0;

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

export function useRecordVisit(code: string): void {
  const submitIntent = useSubmitIntent(code);
  // waits for the member request: both at once would register two guests
  const asked = useMemberLoaded();
  const recorded = useRef<string>();
  useEffect(() => {
    if (!asked || recorded.current === code) return;
    recorded.current = code;
    submitIntent(watchIntents.visit);
  }, [asked, code, submitIntent]);
}
