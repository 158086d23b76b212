import { useActionData, useSearchParams } from "@remix-run/react";
import { texts } from "../../texts/index.ts";
import { ConfirmStep } from "../../ui/feedback/dialog.tsx";
import { FormNews } from "../../ui/form/form-message.tsx";
import type { ClearWords } from "./clear-button.tsx";
import styles from "./library.module.css";
import type { Cleared } from "./use-clear.ts";

interface ClearStepProps {
  address: string;
  words: ClearWords;
  /** What came of the form that led here. */
  news?: string;
}

/** For visitors without scripts: the question as a step of its own, and then what came of it. */
export function ClearStep({ address, words, news }: ClearStepProps) {
  const [params] = useSearchParams();
  const failed = useActionData<Cleared>()?.ok === false;
  if (params.has("confirm")) {
    return <ConfirmStep {...words.confirm} action={address} cancel={address} />;
  }
  if (!failed && !news) return null;
  return (
    <div className={styles.news}>
      <FormNews kind={failed ? "failed" : "done"} text={failed ? texts.network : (news ?? "")} />
    </div>
  );
}
