import { useActionData, useFetcher, useSearchParams } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import type { ActionResult } from "../../../server/outcomes/actions.ts";
import { texts } from "../../texts/index.ts";
import { ButtonLink } from "../../ui/basics/button.tsx";
import { Icon } from "../../ui/basics/icon.tsx";
import { ConfirmDialog, ConfirmStep } from "../../ui/feedback/dialog.tsx";
import { showToast } from "../../ui/feedback/toast.tsx";
import { FormMessage } from "../../ui/form/form-message.tsx";
import { EmptyState } from "../../ui/layout/empty-state.tsx";
import styles from "./clear-button.module.css";
import libraryStyles from "./library.module.css";

interface ClearWords {
  clear: string;
  confirm: { title: string; text: string };
  cancelled: string;
}

interface ClearButtonProps {
  address: string;
  words: ClearWords;
  onClear: () => void;
}

export function ClearButton({ address, words, onClear }: ClearButtonProps) {
  const [isConfirming, setConfirming] = useState(false);
  const confirm = () => {
    setConfirming(false);
    onClear();
  };
  const cancel = () => {
    setConfirming(false);
    showToast(words.cancelled);
  };
  return (
    <>
      <form
        action={address}
        onSubmit={(event) => {
          event.preventDefault();
          setConfirming(true);
        }}
      >
        <input type="hidden" name="confirm" value="1" />
        <button type="submit" className={`icon-button ${styles.clear}`} aria-label={words.clear}>
          <Icon name="trash" size={22} />
        </button>
      </form>
      <ConfirmDialog open={isConfirming} {...words.confirm} onConfirm={confirm} onCancel={cancel} />
    </>
  );
}

interface ClearStepProps {
  address: string;
  words: ClearWords;
  flashMessage?: string;
}

export function ClearStep({ address, words, flashMessage }: ClearStepProps) {
  const [params] = useSearchParams();
  const result = useActionData<ActionResult>();
  if (params.has("confirm")) {
    return <ConfirmStep {...words.confirm} action={address} cancel={address} />;
  }
  const failure = result?.ok === false ? result.message : undefined;
  const text = failure ?? flashMessage;
  if (!text) return null;
  return (
    <div className={libraryStyles.message}>
      <FormMessage kind={failure ? "failed" : "done"} text={text} />
    </div>
  );
}

interface ClearOptions {
  address: string;
  done: string;
  clearDevice?: () => void;
}

export function useClear({ address, done, clearDevice }: ClearOptions) {
  const { submit, data, state } = useFetcher<ActionResult>();
  const [cleared, setCleared] = useState(false);
  const onDone = useRef(clearDevice);
  onDone.current = clearDevice;

  useEffect(() => {
    if (state !== "idle" || !data) return;
    if (data.ok) {
      onDone.current?.();
      showToast(done, { kind: "done" });
    } else {
      setCleared(false);
      showToast(data.message, { kind: "failed" });
    }
  }, [state, data, done]);

  const clear = () => {
    setCleared(true);
    submit({}, { method: "post", action: address });
  };
  return { cleared, clear };
}

export const EmptyLibrary = ({ message }: { message: string }) => (
  <EmptyState message={message}>
    <ButtonLink to="/" kind="tint" size="dialog">
      {texts.navigation.home}
    </ButtonLink>
  </EmptyState>
);
