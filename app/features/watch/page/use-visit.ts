import { useEffect, useRef } from "react";
import { useMemberAsked } from "../../../session/member.ts";
import { useTell } from "../actions/use-submit-intent.ts";

/** Puts the video into the browse history, once for each time that its page is opened. */
export function useVisit(code: string): void {
  const tell = useTell(code);
  // a new visitor is made a guest by the first question, not twice at once
  const asked = useMemberAsked();
  const recorded = useRef<string>();
  useEffect(() => {
    if (!asked || recorded.current === code) return;
    recorded.current = code;
    tell("visit");
  }, [asked, code, tell]);
}
