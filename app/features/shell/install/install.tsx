import { useFetcher } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import type { Outcome } from "../../../../server/outcomes/defer-after.ts";
import {
  deviceStorage,
  firstTimeInSession,
  tabStorage,
  useTabStorage,
} from "../../../device/storage.ts";
import { useAgeGatePassed } from "../../../session/site.ts";
import { texts } from "../../../texts/index.ts";
import { Icon } from "../../../ui/basics/icon.tsx";
import { useSignalEffect } from "../../../ui/paint.ts";
import { useOnDemand } from "../../../ui/use-on-demand.ts";
import styles from "./install.module.css";
import {
  runsInstalled,
  useInstallOffer,
  type VisitorDevice,
  visitorDevice,
} from "./install-offer.ts";

const CHECK_MS = 3_000;

const fetchDialog = () => import("./install-dialog.tsx").then(({ InstallDialog }) => InstallDialog);

export function Install() {
  const [device, setDevice] = useState<VisitorDevice>();
  useEffect(() => {
    if (!runsInstalled()) setDevice(visitorDevice(navigator.userAgent));
  }, []);
  const install = useInstallOffer();
  const dismissed = useTabStorage("installDismissed");
  const [shown, show] = useState<"card" | "dialog">();
  useOncePerSession(device !== undefined && device !== "other", () => show("card"));
  useAnswerBadge();
  const InstallDialog = useOnDemand(fetchDialog, shown !== undefined, () => show(undefined));
  if (!device) return null;

  const installable = install !== undefined || device === "iphone";
  return (
    <>
      {installable && !dismissed && shown !== "card" && (
        <div className={styles.bar}>
          <button type="button" className={styles.button} onClick={() => show("dialog")}>
            <Icon name="save" size={18} />
            {texts.install.button}
          </button>
          <button
            type="button"
            className="icon-button"
            aria-label={texts.install.dismiss}
            onClick={() => tabStorage.update("installDismissed", () => true)}
          >
            <Icon name="x" size={20} />
          </button>
        </div>
      )}
      {shown && InstallDialog && (
        <InstallDialog
          device={device}
          modal={shown === "dialog"}
          install={install}
          onClose={() => show(undefined)}
        />
      )}
    </>
  );
}

/** Marks the installed site's icon if support has answered since the chat was last shown on this device. */
function useAnswerBadge() {
  const { load, data } = useFetcher<{
    conversation: Outcome<{ messages: { received: boolean }[] } | null>;
  }>();
  useSignalEffect([load], (signal) => {
    const known = deviceStorage.read("chatRead");
    if (!known || !runsInstalled() || !navigator.setAppBadge) return;
    const look = () => load(`/service?known=${known}`);
    look();
    document.addEventListener("visibilitychange", look, { signal });
  });
  const isAnswered = data?.conversation.ok && data.conversation.data?.messages.at(-1)?.received;
  useEffect(() => {
    if (isAnswered) navigator.setAppBadge().catch(() => undefined);
  }, [isAnswered]);
}

let homeVisits = 0;

function useOncePerSession(wanted: boolean, then: () => void) {
  const ageGatePassed = useAgeGatePassed();
  const visitedBefore = useRef(false);
  useEffect(() => {
    homeVisits += 1;
    visitedBefore.current = homeVisits > 1;
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `then` is stable
  useSignalEffect([wanted, ageGatePassed], (signal) => {
    if (!wanted || !ageGatePassed) return;
    let scrolled = visitedBefore.current || window.scrollY > 0;
    const onScroll = () => {
      scrolled = true;
    };
    window.addEventListener("scroll", onScroll, { passive: true, once: true, signal });
    const timer = setInterval(() => {
      if (!scrolled || document.querySelector("dialog[open]")) return;
      clearInterval(timer);
      if (firstTimeInSession("installShown")) then();
    }, CHECK_MS);
    signal.addEventListener("abort", () => clearInterval(timer));
  });
}
