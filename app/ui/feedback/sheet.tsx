import { type ReactNode, useEffect, useId } from "react";
import { texts } from "../../texts/index.ts";
import { Icon } from "../media/icon.tsx";
import styles from "./sheet.module.css";
import { useModal } from "./use-modal.ts";

interface SheetProps {
  open: boolean;
  title: string;
  subject?: string;
  onClose: () => void;
  children: ReactNode;
}

export function Sheet({ open, title, subject, onClose, children }: SheetProps) {
  const sheet = useModal(open);
  const name = useId();

  // avoids focusing the first button, which would look chosen
  useEffect(() => {
    if (open) sheet.current?.focus();
  }, [open, sheet]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the dialog closes on Escape by itself
    <dialog
      ref={sheet}
      tabIndex={-1}
      className={styles.sheet}
      aria-labelledby={name}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      {open && (
        <div className={styles.inside}>
          <div className={styles.head}>
            <h2 id={name}>{title}</h2>
            {subject && <p>{subject}</p>}
            <button type="button" aria-label={texts.navigation.close} onClick={onClose}>
              <Icon name="x" size={22} />
            </button>
          </div>
          {children}
        </div>
      )}
    </dialog>
  );
}
