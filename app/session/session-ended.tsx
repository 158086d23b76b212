import { useLocation, useNavigate } from "@remix-run/react";
import { useEffect } from "react";
import { texts } from "../texts/index.ts";
import { buttonClass } from "../ui/basics/button.tsx";
import { StatusIcon } from "../ui/basics/icon.tsx";
import styles from "./session-ended.module.css";
import type { Ending } from "./session-ending.ts";
import { clearSessionEnding, useSessionEnding } from "./session-ending.ts";

const LOGIN = "/login";
const SHOWN_MS = 3_000;

export function SessionEndedScreen({ reason }: { reason: Ending }) {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => navigate(LOGIN, { replace: true }), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <section className={styles.screen} aria-label={texts.session[reason]}>
      <StatusIcon icon="lock" />
      <p role="alert">{texts.session[reason]}</p>
      <a
        href={LOGIN}
        className={buttonClass({ size: "dialog" })}
        onClick={(event) => {
          event.preventDefault();
          navigate(LOGIN, { replace: true });
        }}
      >
        {texts.session.toLogin}
      </a>
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
    if (ending && atLogin) clearSessionEnding();
  }, [ending, atLogin]);
  return ending && !atLogin ? <SessionEndedScreen reason={ending} /> : null;
}
