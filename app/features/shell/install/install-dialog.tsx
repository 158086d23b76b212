import { useEffect, useRef } from "react";
import { useOverlayEntry } from "../../../navigation/overlay-entries.ts";
import { useSite } from "../../../session/site.ts";
import { texts } from "../../../texts/index.ts";
import { Button } from "../../../ui/basics/button.tsx";
import { Drawing } from "../../../ui/basics/icon.tsx";
import { CloseButton } from "../../../ui/feedback/modal.tsx";
import styles from "./install.module.css";
import type { VisitorDevice } from "./install-offer.ts";
import tutorialStyles from "./tutorial.module.css";

interface InstallDialogProps {
  device: VisitorDevice;
  /** True if the visitor opened it. Otherwise it must not take the focus. */
  modal: boolean;
  install: (() => void) | undefined;
  onClose: () => void;
}

const titles: Record<VisitorDevice, string> = {
  "in-app": texts.install.inApp.title,
  iphone: texts.install.tutorial.title,
  android: texts.install.title,
  other: texts.install.title,
};

export function InstallDialog({ device, modal, install, onClose }: InstallDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  // removing an open dialog would lose the focus
  const close = () => dialog.current?.close();
  useOverlayEntry(modal, close);
  useEffect(() => {
    if (modal && !dialog.current?.open) dialog.current?.showModal();
  }, [modal]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: browsers close dialogs on Escape
    <dialog
      ref={dialog}
      open={modal ? undefined : true}
      className={styles.dialog}
      aria-labelledby="install"
      onClose={onClose}
      onClick={(event) => modal && event.target === event.currentTarget && close()}
    >
      <div className={styles.inside}>
        <div className={styles.head}>
          <img src={document.querySelector<HTMLLinkElement>("link[rel=icon]")?.href} alt="" />
          <h2 id="install">{titles[device]}</h2>
          <CloseButton onClose={close} />
        </div>
        {device === "in-app" && <p>{texts.install.inApp.text}</p>}
        {device === "iphone" && <Tutorial />}
        {(device === "android" || device === "other") && (
          <InstallButtons install={install} onClose={close} />
        )}
      </div>
    </dialog>
  );
}

function InstallButtons({ install, onClose }: Pick<InstallDialogProps, "install" | "onClose">) {
  const apk = useSite()?.apkUrl;
  return (
    <>
      <p>{install || apk ? texts.install.text : texts.install.menu}</p>
      {(install || apk) && (
        <div className={styles.buttons}>
          {apk && (
            <a
              className={`${styles.apk} ${install ? "" : styles.only}`}
              href={apk}
              target="_blank"
              rel="noopener noreferrer"
            >
              {texts.install.apk}
            </a>
          )}
          {install && (
            <Button
              size="dialog"
              onClick={() => {
                onClose();
                install();
              }}
            >
              {texts.install.button}
            </Button>
          )}
        </div>
      )}
    </>
  );
}

const drawings = ["ios-share", "ios-add", "ios-done"] as const;

function Tutorial() {
  return (
    <ol className={tutorialStyles.steps}>
      {texts.install.tutorial.steps.map((step, index) => (
        <li key={step}>
          <Drawing name={drawings[index] ?? "ios-done"} />
          {step}
        </li>
      ))}
    </ol>
  );
}
