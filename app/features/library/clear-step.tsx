import { useSearchParams } from "@remix-run/react";
import { texts } from "../../texts.ts";
import { ConfirmStep } from "../../ui/confirm-step.tsx";
import type { ClearWords } from "./clear-button.tsx";
import styles from "./library.module.css";

/** For visitors without scripts: the question as a step of its own, and then what came of it. */
export function ClearStep({ address, words }: { address: string; words: ClearWords }) {
  const [params] = useSearchParams();
  if (params.has("confirm")) {
    return <ConfirmStep {...words.confirm} action={address} cancel={address} />;
  }
  if (!params.has("cleared")) return null;
  return params.get("cleared") === "true" ? (
    <p role="status" className={styles.news}>
      {words.cleared}
    </p>
  ) : (
    <p role="alert" className={`${styles.news} ${styles.failed}`}>
      {texts.network}
    </p>
  );
}
