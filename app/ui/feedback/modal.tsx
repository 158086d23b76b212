import { type DialogHTMLAttributes, useRef } from "react";
import { useOverlayEntry } from "../../navigation/overlay-entries.ts";
import { texts } from "../../texts/index.ts";
import { Icon } from "../basics/icon.tsx";
import { afterPaint, useSignalEffect } from "../paint.ts";

interface ModalProps extends DialogHTMLAttributes<HTMLDialogElement> {
  open: boolean;
  onClose: () => void;
  focusSelf?: boolean;
  /** Needed inside a bar with `backdrop-filter`, which would contain the dialog until it is modal. */
  modalAtOnce?: boolean;
}

/** The dialog is visible at once, but modal only after the paint or on a key press: making the page inert restyles all of it. */
export function Modal(props: ModalProps) {
  const { open, focusSelf = false, modalAtOnce = false, onClose, children, ...rest } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  useOverlayEntry(open, onClose);
  useSignalEffect([open, focusSelf, modalAtOnce], (signal) => {
    const { current } = dialog;
    if (!open) return current?.close();
    if (!current) return;
    const makeModal = () => {
      if (signal.aborted || current.matches(":modal")) return;
      current.removeAttribute("open");
      // otherwise the browser focuses a button first, which costs one more layout
      current.autofocus = focusSelf;
      current.showModal();
      if (focusSelf) current.focus();
    };
    if (modalAtOnce) return makeModal();
    // not `show()`, which moves the focus: `showModal` must record the element to restore it to
    current.setAttribute("open", "");
    afterPaint(makeModal);
    document.addEventListener("keydown", makeModal, { capture: true, once: true, signal });
  });

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: browsers close dialogs on Escape
    <dialog
      ref={dialog}
      tabIndex={focusSelf ? -1 : undefined}
      onClose={() => open && onClose()}
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
