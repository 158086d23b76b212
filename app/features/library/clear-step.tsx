import { useActionData, useSearchParams } from "@remix-run/react";
import type { ActionResult } from "../../../server/domain/action-result.ts";
import { ConfirmStep } from "../../ui/feedback/dialog.tsx";
import { FormMessage } from "../../ui/form/form-message.tsx";
import type { ClearWords } from "./clear-button.tsx";
import styles from "./library.module.css";

interface ClearStepProps {
  address: string;
  words: ClearWords;
  flashMessage?: string;
}

/** For visitors without scripts: the question as a step of its own, and then what came of it. */
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
    <div className={styles.news}>
      <FormMessage kind={failure ? "failed" : "done"} text={text} />
    </div>
  );
}
