import { useId, useState } from "react";
import { texts } from "../../texts/index.ts";
import { Button, ButtonLink } from "../basics/button.tsx";
import styles from "./dialog.module.css";
import { Modal } from "./modal.tsx";

interface Question {
  title: string;
  text: string;
}

interface ConfirmationOptions extends Question {
  onConfirm: () => void;
  onCancel?: () => void;
}

/** `ask` opens the `dialog`, which the component must render. */
export function useConfirmation({ title, text, onConfirm, onCancel }: ConfirmationOptions) {
  const [open, setOpen] = useState(false);
  const name = useId();

  const answer = (callback?: () => void) => () => {
    // answered already: this is the dialog's `close` event
    if (!open) return;
    setOpen(false);
    callback?.();
  };

  const dialog = (
    <Modal
      open={open}
      modalAtOnce
      className={styles.dialog}
      aria-labelledby={name}
      onClose={answer(onCancel)}
    >
      <div className={styles.inside}>
        <h2 id={name}>{title}</h2>
        <p>{text}</p>
        <div className={styles.answers}>
          <Button kind="soft" size="dialog" onClick={answer(onCancel)}>
            {texts.dialog.cancel}
          </Button>
          <Button size="dialog" onClick={answer(onConfirm)}>
            {texts.dialog.confirm}
          </Button>
        </div>
      </div>
    </Modal>
  );
  return { ask: () => setOpen(true), dialog };
}

/** @param address of the page whose action is confirmed, and to which cancelling leads back */
export function ConfirmStep({ title, text, address }: Question & { address: string }) {
  return (
    <div className={styles.step}>
      <dialog open className={styles.dialog} aria-labelledby="confirm-step">
        <form method="post" action={address} className={styles.inside}>
          <h2 id="confirm-step">{title}</h2>
          <p>{text}</p>
          <div className={styles.answers}>
            <ButtonLink to={address} kind="soft" size="dialog">
              {texts.dialog.cancel}
            </ButtonLink>
            <Button type="submit" size="dialog">
              {texts.dialog.confirm}
            </Button>
          </div>
        </form>
      </dialog>
    </div>
  );
}
