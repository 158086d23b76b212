import { type DialogHTMLAttributes, useEffect, useRef } from "react";
import { useOverlayEntry } from "../../navigation/overlay-entries.ts";
import { texts } from "../../texts/index.ts";
import { Icon } from "../media/icon.tsx";

interface ModalOptions {
  open: boolean;
  onClose: () => void;
  /** Focuses the dialog itself, where its first button would look chosen. */
  focusSelf?: boolean;
}

export function useModal({ open, onClose, focusSelf = false }: ModalOptions) {
  const dialog = useRef<HTMLDialogElement>(null);
  useOverlayEntry(open, onClose);
  useEffect(() => {
    const { current } = dialog;
    if (!open) return current?.close();
    if (!current) return;
    // otherwise the browser focuses a button first, which costs one more layout
    current.autofocus = focusSelf;
    if (!current.open) current.showModal();
    if (focusSelf) current.focus();
  }, [open, focusSelf]);
  return dialog;
}

type ModalProps = DialogHTMLAttributes<HTMLDialogElement> & ModalOptions;

export function Modal({ open, focusSelf = false, onClose, children, ...rest }: ModalProps) {
  const dialog = useModal({ open, onClose, focusSelf });
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the dialog closes on Escape by itself
    <dialog
      ref={dialog}
      tabIndex={focusSelf ? -1 : undefined}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
      {...rest}
    >
      {open && children}
    </dialog>
  );
}

export const CloseButton = ({
  className = "",
  onClose,
}: {
  className?: string;
  onClose?: () => void;
}) => (
  <button
    type="button"
    className={`icon-button ${className}`}
    aria-label={texts.navigation.close}
    onClick={onClose}
  >
    <Icon name="x" size={22} />
  </button>
);
