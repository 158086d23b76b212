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

const currentToast = createValue<Toast>();
let lastId = 0;

type ToastOptions = Partial<Pick<Toast, "kind" | "shownMs">>;

export function showToast(text: string, { kind = "plain", shownMs = SHOWN_MS }: ToastOptions = {}) {
  lastId += 1;
  currentToast.change({ text, kind, shownMs, id: lastId });
}

export const hideToast = () => currentToast.change(undefined);

export function Toasts() {
  const toast = useValue(currentToast);
  useHideAfterDelay(toast);
  const dialog = useTopDialog(toast);
  const region = (
    <div className={styles.region} role={toast?.kind === "failed" ? "alert" : "status"}>
      {toast && (
        <div key={toast.id} className={styles.toast}>
          <KindIcon kind={toast.kind} />
          {toast.text}
        </div>
      )}
    </div>
  );
  return dialog ? createPortal(region, dialog) : region;
}

/** The delay begins with the frame that shows the toast, which slow devices draw late. */
function useHideAfterDelay(toast: Toast | undefined) {
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

function KindIcon({ kind }: { kind: Kind }) {
  if (kind === "busy") return <Spinner />;
  if (kind === "done") return <Icon name="check" size={18} />;
  return kind === "failed" ? <Icon name="alert" size={18} /> : null;
}

// toasts are rendered inside an open modal dialog, as all else is inert, or the element in fullscreen, as all else is hidden
function useTopDialog(toast: Toast | undefined): Element | undefined {
  const [dialog, setDialog] = useState<Element>();
  useEffect(() => {
    const findDialog = () => setDialog([...document.querySelectorAll(":modal")].at(-1));
    if (toast) findDialog();
    else setDialog(undefined);
    document.addEventListener("close", findDialog, true);
    return () => document.removeEventListener("close", findDialog, true);
  }, [toast]);
  return dialog;
}
