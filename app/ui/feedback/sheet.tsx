import { type ReactNode, useId } from "react";
import { texts } from "../../texts/index.ts";
import { Icon } from "../media/icon.tsx";
import { Modal } from "./modal.tsx";
import styles from "./sheet.module.css";

interface SheetProps {
  open: boolean;
  title: string;
  subject?: string;
  onClose: () => void;
  children: ReactNode;
}

export function Sheet({ open, title, subject, onClose, children }: SheetProps) {
  const name = useId();
  return (
    <Modal open={open} focusSelf className={styles.sheet} aria-labelledby={name} onClose={onClose}>
      <div className={styles.inside}>
        <div className={styles.head}>
          <h2 id={name}>{title}</h2>
          {subject && <p>{subject}</p>}
          <button
            type="button"
            className="icon-button"
            aria-label={texts.navigation.close}
            onClick={onClose}
          >
            <Icon name="x" size={22} />
          </button>
        </div>
        {children}
      </div>
    </Modal>
  );
}
