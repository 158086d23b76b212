import { useEffect, useState } from "react";
import { useAgeGatePassed } from "../../../session/site.ts";
import { firstTimeInSession } from "../../../session/storage.ts";
import { texts } from "../../../texts/index.ts";
import { useOnDemand } from "../../../ui/feedback/use-on-demand.ts";
import { Icon } from "../../../ui/media/icon.tsx";
import styles from "./install.module.css";
import {
  runsInstalled,
  useInstallOffer,
  type VisitorDevice,
  visitorDevice,
} from "./install-offer.ts";

const CALM_MS = 3_000;

const fetchDialog = () => import("./install-dialog.tsx").then(({ InstallDialog }) => InstallDialog);

export function Install() {
  const device = useVisitorDevice();
  const install = useInstallOffer();
  const [shown, show] = useState<"card" | "dialog">();
  useWhenNoDialogOpen(device !== undefined && device !== "other", () => show("card"));
  const InstallDialog = useOnDemand(fetchDialog, shown !== undefined, () => show(undefined));
  if (!device) return null;

  const installable = install !== undefined || device === "iphone";
  return (
    <>
      {installable && shown !== "card" && (
        <button type="button" className={styles.button} onClick={() => show("dialog")}>
          <Icon name="save" size={18} />
          {texts.install.button}
        </button>
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

/** Known only in the browser; undefined once installed. */
function useVisitorDevice() {
  const [device, setDevice] = useState<VisitorDevice>();
  useEffect(() => {
    if (!runsInstalled()) setDevice(visitorDevice(navigator.userAgent));
  }, []);
  return device;
}

function useWhenNoDialogOpen(wanted: boolean, then: () => void) {
  const admitted = useAgeGatePassed();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `then` is stable
  useEffect(() => {
    if (!wanted || !admitted) return;
    const timer = setInterval(() => {
      if (document.querySelector("dialog[open]")) return;
      clearInterval(timer);
      if (firstTimeInSession("installShown")) then();
    }, CALM_MS);
    return () => clearInterval(timer);
  }, [wanted, admitted]);
}
