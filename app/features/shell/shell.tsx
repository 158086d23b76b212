import { useLocation, useNavigate } from "@remix-run/react";
import { type FormEvent, type ReactNode, useEffect, useRef, useSyncExternalStore } from "react";
import { useTabStorage } from "../../device/storage.ts";
import { useMember, useRefreshMember } from "../../session/member.ts";
import { keepsCookies } from "../../session/member-lock.ts";
import { SessionGuard } from "../../session/session-ended.tsx";
import { ageAnswer, useAgeAnswer } from "../../session/site.ts";
import { texts } from "../../texts/index.ts";
import { Drawing } from "../../ui/basics/icon.tsx";
import { showToast } from "../../ui/feedback/toast.tsx";
import { idlePart } from "../../ui/idle-part.tsx";
import ageGateStyles from "./age-gate.module.css";
import styles from "./login-notice.module.css";

const COOKIES_TOAST_MS = 6_000;

const Install = idlePart(() => import("./install/install.tsx").then(({ Install }) => Install));
const PaymentReturn = idlePart(
  async () => (await import("../../purchase/payment-return.ts")).PaymentReturn,
);

// React 18 supports `inert` only as a string
const inert: Record<string, string> = { inert: "" };

export function Shell({ children }: { children: ReactNode }) {
  const { order } = useTabStorage("purchase");
  const { pathname } = useLocation();
  const age = useAgeAnswer();
  useRefreshMember(age === "remembered");
  const closed = !age && pathname !== "/leave";
  useEffect(() => {
    if (!closed && !keepsCookies()) showToast(texts.cookiesNeeded, { shownMs: COOKIES_TOAST_MS });
  }, [closed]);
  return (
    <>
      {closed && <AgeGate />}
      <div {...(closed && inert)}>
        {children}
        <SessionGuard />
      </div>
      <LoggedInNotice />
      {order && <PaymentReturn />}
      {pathname === "/" && <Install />}
      <Analytics />
    </>
  );
}

const LockScreen = idlePart(async () => (await import("../lock/lock-screen.tsx")).LockScreen);

function watchLock(notify: () => void) {
  const observer = new MutationObserver(notify);
  observer.observe(document.documentElement, { attributeFilter: ["data-locked"] });
  return () => observer.disconnect();
}

/** The first script covers the page, and says when (`data-locked`). */
export function AppLock() {
  const isLocked = () => "locked" in document.documentElement.dataset;
  const locked = useSyncExternalStore(watchLock, isLocked, () => false);
  // what the first script has set is lost if React has rendered the whole document again
  useEffect(() => void window.dispatchEvent(new Event("cover")), []);
  return locked ? <LockScreen /> : null;
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

/** Shown for a hash, because a flash message would need an uncached home page. Without scripts, `:target` shows it. */
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

const RETRY_MS = 2_000;

/** Tells the server of the confirmation; retries, because the server registers no guest without it. */
function storeConfirmation() {
  const again = () => void setTimeout(storeConfirmation, RETRY_MS);
  fetch("/adult", { method: "POST", keepalive: true }).then(
    ({ ok }) => (ok ? ageAnswer.change("remembered") : again()),
    again,
  );
}

function AgeGate() {
  const { pathname, search } = useLocation();
  const gate = useRef<HTMLDialogElement>(null);
  useEffect(() => gate.current?.focus(), []);

  const confirm = (event: FormEvent) => {
    event.preventDefault();
    ageAnswer.change("given");
    storeConfirmation();
  };

  return (
    <dialog
      open
      ref={gate}
      tabIndex={-1}
      className={ageGateStyles.gate}
      aria-modal="true"
      aria-labelledby="age-gate"
      aria-describedby="age-gate-text"
    >
      <div className={ageGateStyles.inside}>
        <Drawing name="logo" className={ageGateStyles.logo} />
        <h2 id="age-gate">{texts.ageGate.title}</h2>
        <p id="age-gate-text">{texts.ageGate.text}</p>
        <form
          method="post"
          action={`/adult?to=${encodeURIComponent(pathname + search)}`}
          className={ageGateStyles.answers}
          onSubmit={confirm}
        >
          <button type="submit" className={ageGateStyles.confirm}>
            {texts.ageGate.confirm}
          </button>
          <a
            href="/leave"
            className={ageGateStyles.leave}
            onClick={(event) => {
              event.preventDefault();
              window.location.replace("/leave");
            }}
          >
            {texts.ageGate.leave}
          </a>
        </form>
        <small>{texts.ageGate.remembered}</small>
        <small>{texts.ageGate.discreet}</small>
      </div>
    </dialog>
  );
}
