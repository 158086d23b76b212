import { useSearchParams } from "@remix-run/react";
import { texts } from "../../texts.ts";
import { ConfirmStep } from "../../ui/confirm-step.tsx";
import { FormNews } from "../../ui/form-news.tsx";
import type { ClearWords } from "./clear-button.tsx";
import styles from "./library.module.css";

/** For visitors without scripts: the question as a step of its own, and then what came of it. */
export function ClearStep({ address, words }: { address: string; words: ClearWords }) {
  const [params] = useSearchParams();
  if (params.has("confirm")) {
    return <ConfirmStep {...words.confirm} action={address} cancel={address} />;
  }
  if (!params.has("cleared")) return null;
  return (
    <div className={styles.news}>
      {params.get("cleared") === "true" ? (
        <FormNews kind="done" text={words.cleared} />
      ) : (
        <FormNews kind="failed" text={texts.network} />
      )}
    </div>
  );
}
