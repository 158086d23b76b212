import { texts } from "../../texts/index.ts";
import styles from "../feedback/dialog.module.css";
import { Button, ButtonLink } from "./button.tsx";

interface ConfirmStepProps {
  title: string;
  text: string;
  /** Takes the form that confirms. */
  action: string;
  /** Where somebody goes who does not want it. */
  cancel: string;
}

/** The same question as `ConfirmDialog`, as a step of its own for visitors without scripts. */
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
