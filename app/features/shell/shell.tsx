import { useLocation, useNavigate } from "@remix-run/react";
import { type ReactNode, useEffect } from "react";
import { keepsCookies } from "../../navigation/member-lock.ts";
import { usePaymentReturn } from "../../purchase/payment-return.ts";
import { useMember, useMemberRefresh } from "../../session/member.ts";
import { SessionGuard } from "../../session/session-ended.tsx";
import { useAgeAnswer } from "../../session/site.ts";
import { texts } from "../../texts/index.ts";
import { showToast } from "../../ui/feedback/toast.tsx";
import { AgeGate } from "./age-gate.tsx";
import { Install } from "./install/install.tsx";
import styles from "./login-notice.module.css";

const COOKIES_MS = 6_000;

// React 18 supports `inert` only as a string
const unreachable: Record<string, string> = { inert: "" };

export function Shell({ children }: { children: ReactNode }) {
  usePaymentReturn();
  const { pathname } = useLocation();
  const age = useAgeAnswer();
  useMemberRefresh(age === "remembered");
  const closed = !age && pathname !== "/leave";
  useEffect(() => {
    if (!closed && !keepsCookies()) showToast(texts.cookiesNeeded, { shownMs: COOKIES_MS });
  }, [closed]);
  return (
    <>
      {closed && <AgeGate />}
      <div {...(closed && unreachable)}>
        {children}
        <SessionGuard />
      </div>
      <LoggedInNotice />
      {pathname === "/" && <Install />}
      <Analytics />
    </>
  );
}

let addedScript = "";

function Analytics() {
  const address = useMember()?.analytics;
  useEffect(() => {
    if (!address || address === addedScript) return;
    addedScript = address;
    document.head.append(
      Object.assign(document.createElement("script"), { src: address, async: true }),
    );
  }, [address]);
  return null;
}

const LOGGED_IN = "logged-in";

/** By a hash, as a flash message would need a home page of its own; without scripts `:target` shows it. */
function LoggedInNotice() {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (hash !== `#${LOGGED_IN}`) return;
    showToast(texts.flash.loggedIn, { kind: "done" });
    navigate(pathname + search, { replace: true, preventScrollReset: true });
  }, [hash, pathname, search, navigate]);
  return (
    <noscript>
      <p id={LOGGED_IN} role="status" className={styles.notice}>
        {texts.flash.loggedIn}
      </p>
    </noscript>
  );
}
