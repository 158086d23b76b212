import { useLocation } from "@remix-run/react";
import { useEffect } from "react";
import { SessionEnded } from "./session-ended.tsx";
import { forgetEnding, useEnding } from "./session-ending.ts";

/** Tells of an ended session, whatever learnt of it, except where the visitor can log in already. */
export function SessionGuard() {
  const ending = useEnding();
  const atLogin = useLocation().pathname === "/login";
  useEffect(() => {
    if (ending && atLogin) forgetEnding();
  }, [ending, atLogin]);
  return ending && !atLogin ? <SessionEnded reason={ending} /> : null;
}
