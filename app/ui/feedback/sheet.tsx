import { type ReactNode, type RefObject, useId, useRef } from "react";
import { useSignalEffect } from "../paint.ts";
import { preventFling, watchDrag } from "../touch-drag.ts";
import { CloseButton, Modal } from "./modal.tsx";
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
  const head = useRef<HTMLDivElement>(null);
  useDragToClose(head, open, onClose);
  return (
    <Modal open={open} focusSelf className={styles.sheet} aria-labelledby={name} onClose={onClose}>
      <div className={styles.inside}>
        <div className={styles.head} ref={head}>
          <h2 id={name}>{title}</h2>
          {subject && <p>{subject}</p>}
          <CloseButton onClose={onClose} />
        </div>
        {children}
      </div>
    </Modal>
  );
}

const CLOSING_SHARE = 0.35; // of the sheet's height
const CLOSING_SPEED = 0.5; // pixels per millisecond

function useDragToClose(head: RefObject<HTMLElement>, open: boolean, onClose: () => void) {
  const close = useRef(onClose);
  close.current = onClose;
  useSignalEffect([head, open], (signal) => {
    const handle = head.current;
    const sheet = handle?.closest("dialog");
    if (!open || !handle || !sheet) return;
    const moveTo = (pixels: number, transition: string) => {
      sheet.style.transition = transition;
      sheet.style.translate = pixels > 0 ? `0 ${pixels}px` : "";
      sheet.style.setProperty("--dragged", String(pixels / sheet.offsetHeight));
    };
    watchDrag(handle, "y", {
      signal,
      begins: (direction) => direction > 0,
      onMove: (distance) => moveTo(Math.max(0, distance), "none"),
      onEnd: async (distance, speed) => {
        const height = sheet.offsetHeight;
        const passed = distance > height * CLOSING_SHARE && speed >= 0;
        if (!passed && speed < CLOSING_SPEED) return moveTo(0, "");
        moveTo(height, "");
        await Promise.allSettled(sheet.getAnimations().map(({ finished }) => finished));
        close.current();
      },
    });
    preventFling(handle, () => true, signal);
    signal.addEventListener("abort", () => moveTo(0, ""));
  });
}
