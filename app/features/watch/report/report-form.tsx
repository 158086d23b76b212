import { useRef } from "react";
import { texts } from "../../../texts/index.ts";
import { Button } from "../../../ui/form/button.tsx";
import { FieldError, TextArea } from "../../../ui/form/form-field.tsx";
import { useFocusOnError } from "../../../ui/form/use-checked-form.ts";
import styles from "./report.module.css";
import type { ReportAnswer } from "./report.server.ts";
import { MAX_NOTE } from "./report-note.ts";

const NO_REASON = "no-reason";

interface ReportFieldsProps {
  code: string;
  answer: ReportAnswer | undefined;
  busy?: boolean;
}

/** Why a video is reported; the same on the page for visitors without scripts and in the sheet. */
export function ReportFields({ code, answer, busy = false }: ReportFieldsProps) {
  const form = useRef<HTMLDivElement>(null);
  useFocusOnError(form, answer);
  const wrong = answer?.sent === false ? answer : undefined;
  const errorOf = (field: string) => (wrong?.field === field ? wrong.message : undefined);
  const noReason = errorOf("reason");
  const whole = errorOf("video");
  return (
    <div ref={form} className={styles.form}>
      <input type="hidden" name="video" value={code} />
      <div
        role="radiogroup"
        aria-label={texts.report.reason}
        aria-required="true"
        aria-invalid={noReason !== undefined}
        aria-describedby={noReason && NO_REASON}
        tabIndex={-1}
        className={styles.reasons}
      >
        {texts.report.reasons.map((reason) => (
          <label key={reason}>
            <input type="radio" name="reason" value={reason} />
            {reason}
          </label>
        ))}
        {noReason && <FieldError id={NO_REASON} text={noReason} />}
      </div>
      <TextArea
        label={texts.report.note}
        name="note"
        rows={2}
        maxLength={MAX_NOTE}
        placeholder={texts.report.notePlaceholder}
        error={errorOf("note")}
      />
      {whole && <FieldError id="not-sent" text={whole} />}
      <div className={styles.submit}>
        <Button type="submit" disabled={busy}>
          {texts.report.submit}
        </Button>
      </div>
    </div>
  );
}
