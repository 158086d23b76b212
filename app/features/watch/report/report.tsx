import { useRef } from "react";
import type { ActionResult } from "../../../../server/outcomes/actions.ts";
import { fieldErrors } from "../../../results/action-result.ts";
import { texts } from "../../../texts/index.ts";
import { Button } from "../../../ui/basics/button.tsx";
import { FieldError, TextArea } from "../../../ui/form/form-field.tsx";
import { useFocusOnError } from "../../../ui/form/use-checked-form.ts";
import styles from "./report.module.css";

export const MAX_NOTE_LENGTH = 200;

const NO_REASON = "no-reason";

interface ReportFieldsProps {
  code: string;
  result: ActionResult | undefined;
  busy?: boolean;
  problem?: string; // why the video cannot be played
}

export function ReportFields({ code, result, busy = false, problem }: ReportFieldsProps) {
  const form = useRef<HTMLDivElement>(null);
  useFocusOnError(form, result);
  const { reason: noReason, note: longNote } = fieldErrors(result);
  const failure = result?.ok === false ? result.message : "";
  return (
    <div ref={form} className={styles.form}>
      <input type="hidden" name="video" value={code} />
      <div
        role="radiogroup"
        aria-label={texts.reportForm.reason}
        aria-required="true"
        aria-invalid={noReason !== undefined}
        aria-describedby={noReason && NO_REASON}
        tabIndex={-1}
        className={styles.reasons}
      >
        {texts.reportForm.reasons.map((reason) => (
          <label key={reason}>
            <input
              type="radio"
              name="reason"
              value={reason}
              defaultChecked={problem !== undefined && reason === texts.reportForm.unplayable}
            />
            {reason}
          </label>
        ))}
        {noReason && <FieldError id={NO_REASON} text={noReason} />}
      </div>
      <TextArea
        label={texts.reportForm.note}
        name="note"
        rows={2}
        maxLength={MAX_NOTE_LENGTH}
        defaultValue={problem}
        placeholder={texts.reportForm.notePlaceholder}
        error={longNote}
      />
      {failure && <FieldError id="not-sent" text={failure} />}
      <div className={styles.submit}>
        <Button type="submit" disabled={busy}>
          {texts.reportForm.submit}
        </Button>
      </div>
    </div>
  );
}
