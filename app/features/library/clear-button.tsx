import { useState } from "react";
import { ConfirmDialog } from "../../ui/feedback/dialog.tsx";
import { showToast } from "../../ui/feedback/toast.tsx";
import { Icon } from "../../ui/media/icon.tsx";
import styles from "./clear-button.module.css";

/** What a list says about being cleared. */
export interface ClearWords {
  clear: string;
  confirm: { title: string; text: string };
  cleared: string;
  cancelled: string;
}

interface ClearButtonProps {
  /** The page whose action clears its list. */
  address: string;
  words: ClearWords;
  onClear: () => void;
}

/** Without scripts the form leads to the page's own step of confirmation. */
export function ClearButton({ address, words, onClear }: ClearButtonProps) {
  const [asking, setAsking] = useState(false);
  const answer = (cleared: boolean) => () => {
    setAsking(false);
    if (cleared) onClear();
    showToast(cleared ? words.cleared : words.cancelled, { kind: cleared ? "done" : "plain" });
  };
  return (
    <>
      <form
        action={address}
        onSubmit={(event) => {
          event.preventDefault();
          setAsking(true);
        }}
      >
        <input type="hidden" name="confirm" value="1" />
        <button type="submit" className={styles.clear} aria-label={words.clear}>
          <Icon name="trash" size={22} />
        </button>
      </form>
      <ConfirmDialog
        open={asking}
        {...words.confirm}
        onConfirm={answer(true)}
        onCancel={answer(false)}
      />
    </>
  );
}
