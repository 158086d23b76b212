import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { createValue } from "../../device/create-store.ts";
import { useValue } from "../../device/storage.ts";
import { Icon } from "../basics/icon.tsx";
import { Spinner } from "./spinner.tsx";
import styles from "./toast.module.css";

const SHOWN_MS = 2_000;

type Kind = "plain" | "done" | "failed" | "busy";

interface Toast {
  text: string;
  kind: Kind;
  shownMs: number;
  id: number;
}

const shown = createValue<Toast>();
let lastId = 0;

interface ToastOptions {
  kind?: Kind;
  shownMs?: number;
}

export function showToast(text: string, { kind = "plain", shownMs = SHOWN_MS }: ToastOptions = {}) {
  lastId += 1;
  shown.change({ text, kind, shownMs, id: lastId });
}

export const hideToast = () => shown.change(undefined);

export function Toasts() {
  const toast = useValue(shown);
  useHideOnceRead(toast);
  const dialog = useOpenDialog(toast);
  const region = (
    <div className={styles.region} role={toast?.kind === "failed" ? "alert" : "status"}>
      {toast && (
        <div key={toast.id} className={styles.toast}>
          <Sign kind={toast.kind} />
          {toast.text}
        </div>
      )}
    </div>
  );
  return dialog ? createPortal(region, dialog) : region;
}

/** Counts from the frame that shows it: slow devices draw it late. */
function useHideOnceRead(toast: Toast | undefined) {
  useEffect(() => {
    if (!toast || toast.kind === "busy") return;
    let timer: ReturnType<typeof setTimeout>;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(hideToast, toast.shownMs);
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [toast]);
}

function Sign({ kind }: { kind: Kind }) {
  if (kind === "busy") return <Spinner />;
  if (kind === "done") return <Icon name="check" size={18} />;
  return kind === "failed" ? <Icon name="alert" size={18} /> : null;
}

// rendered inside an open modal dialog, as everything outside is inert
function useOpenDialog(toast: Toast | undefined): Element | undefined {
  const [dialog, setDialog] = useState<Element>();
  useEffect(() => {
    const look = () => setDialog([...document.querySelectorAll("dialog:modal")].at(-1));
    if (toast) look();
    else setDialog(undefined);
    document.addEventListener("close", look, true);
    return () => document.removeEventListener("close", look, true);
  }, [toast]);
  return dialog;
}
