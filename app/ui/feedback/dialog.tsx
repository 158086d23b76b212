import { useId, useState } from "react";
import { texts } from "../../texts/index.ts";
import { Button, ButtonLink } from "../basics/button.tsx";
import styles from "./dialog.module.css";
import { useModal } from "./modal.tsx";

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
  const element = useModal({ open, onClose: () => answer(onCancel)(), modalAtOnce: true });
  const name = useId();

  // closes the dialog first, because toasts are rendered inside an open one
  const answer = (callback?: () => void) => () => {
    element.current?.close();
    setOpen(false);
    callback?.();
  };

  const dialog = (
    // biome-ignore lint/a11y/useKeyWithClickEvents: browsers cancel dialogs on Escape
    <dialog
      ref={element}
      className={styles.dialog}
      aria-labelledby={name}
      onCancel={(event) => {
        event.preventDefault();
        answer(onCancel)();
      }}
      onClick={(event) => event.target === event.currentTarget && answer(onCancel)()}
    >
      {open && (
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
      )}
    </dialog>
  );
  return { ask: () => setOpen(true), dialog };
}

interface ConfirmStepProps extends Question {
  action: string;
  cancel: string;
}

export function ConfirmStep({ title, text, action, cancel }: ConfirmStepProps) {
  return (
    <div className={styles.step}>
      <dialog open className={styles.dialog} aria-labelledby="confirm-step">
        <form method="post" action={action} className={styles.inside}>
          <h2 id="confirm-step">{title}</h2>
          <p>{text}</p>
          <div className={styles.answers}>
            <ButtonLink to={cancel} kind="soft" size="dialog">
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
