import { isRouteErrorResponse, useLocation, useNavigate } from "@remix-run/react";
import { useEffect } from "react";
import type { Outcome } from "../../server/outcomes/defer-after.ts";
import type { SessionEnding } from "../../server/upstream-client/errors.ts";
import { createValue } from "../device/create-store.ts";
import { useValue } from "../device/storage.ts";
import { Link } from "../navigation/link.tsx";
import { texts } from "../texts/index.ts";
import { buttonClass } from "../ui/basics/button.tsx";
import { StatusIcon } from "../ui/basics/icon.tsx";
import { useTimer } from "../ui/paint.ts";
import styles from "./session-ended.module.css";

const current = createValue<SessionEnding>();

export const notifySessionEnded = (ending: SessionEnding) => current.change(ending);

export function notifyIfSessionEnded(outcome: Outcome<unknown>) {
  if (!outcome.ok && outcome.ended) notifySessionEnded(outcome.ended);
}

export const useSessionEnding = () => useValue(current);

/** Reads the 401 responses of `server/remix/error-mapping.ts`. */
export function sessionEndingOf(error: unknown): SessionEnding | undefined {
  if (!isRouteErrorResponse(error) || error.status !== 401) return undefined;
  const { ended } = Object(error.data) as { ended?: unknown };
  return ended === "expired" || ended === "elsewhere" ? ended : undefined;
}

export const fallBackTo =
  <Answer,>(answer: Answer) =>
  (error: unknown): Answer => {
    if (error instanceof Response || sessionEndingOf(error)) throw error;
    return answer;
  };

const LOGIN = "/login";
const SHOWN_MS = 3_000;

export function SessionEndedScreen({ reason }: { reason: SessionEnding }) {
  const navigate = useNavigate();
  useTimer(SHOWN_MS, () => navigate(LOGIN, { replace: true }));
  return (
    <section className={styles.screen} aria-label={texts.session[reason]}>
      <StatusIcon icon="lock" />
      <p role="alert">{texts.session[reason]}</p>
      <Link to={LOGIN} replace prefetch="none" className={buttonClass({ size: "dialog" })}>
        {texts.session.toLogin}
      </Link>
      <noscript>
        <meta httpEquiv="refresh" content="3;url=/login" />
      </noscript>
    </section>
  );
}

export function SessionGuard() {
  const ending = useSessionEnding();
  const atLogin = useLocation().pathname === "/login";
  useEffect(() => {
    if (ending && atLogin) current.change(undefined);
  }, [ending, atLogin]);
  return ending && !atLogin ? <SessionEndedScreen reason={ending} /> : null;
}
