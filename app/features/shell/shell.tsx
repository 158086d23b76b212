import { useLocation } from "@remix-run/react";
import { type ReactNode, useState } from "react";
import { useMemberRefresh } from "../../session/member.ts";
import { SessionGuard } from "../../session/session-ended.tsx";
import { AgeGatePassed } from "../../session/site.ts";
import { AgeGate } from "./age-gate.tsx";
import { Analytics } from "./analytics.tsx";
import { Install } from "./install/install.tsx";
import { LoginNews } from "./login-news.tsx";
import { usePaymentReturn } from "./use-payment-return.ts";

// react 18 knows this attribute only as a text
const unreachable: Record<string, string> = { inert: "" };

/** What stands around every page. While the visitor's age is asked the page is there, but nobody can reach it. */
export function Shell({ askAge, children }: { askAge: boolean; children: ReactNode }) {
  useMemberRefresh();
  usePaymentReturn();
  const { pathname } = useLocation();
  const [confirmed, setConfirmed] = useState(false);
  const closed = askAge && !confirmed && pathname !== "/leave";
  return (
    <AgeGatePassed.Provider value={!closed}>
      {closed && <AgeGate onConfirm={() => setConfirmed(true)} />}
      <div {...(closed && unreachable)}>
        {children}
        <SessionGuard />
      </div>
      <LoginNews />
      {pathname === "/" && <Install />}
      <Analytics />
    </AgeGatePassed.Provider>
  );
}
