import { useFetcher } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { texts } from "../../../texts/index.ts";
import { Sheet } from "../../../ui/feedback/sheet.tsx";
import { showToast } from "../../../ui/feedback/toast.tsx";
import { Button } from "../../../ui/form/button.tsx";
import { FieldError, TextArea } from "../../../ui/form/form-field.tsx";
import { useFocusOnError } from "../../../ui/form/use-checked-form.ts";
import { Icon } from "../../../ui/media/icon.tsx";
import styles from "./report.module.css";
import type { ReportAnswer } from "./report.server.ts";

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

/** How long a report's note may be. */
export const MAX_NOTE = 200;

/** Opens the sheet with the reasons; without scripts the button leads to a page with the same form. */
export function Report({ code }: { code: string }) {
  const { Form, data, state } = useFetcher<ReportAnswer>();
  const [open, setOpen] = useState(false);

  useEffect(() => {
    if (state !== "idle" || !data?.sent) return;
    setOpen(false);
    showToast(texts.report.sent, { kind: "done" });
  }, [state, data]);

  return (
    <>
      <form
        action="/report"
        onSubmit={(event) => {
          event.preventDefault();
          setOpen(true);
        }}
      >
        <input type="hidden" name="video" value={code} />
        <button type="submit" className={styles.button}>
          <Icon name="alert" size={16} />
          {texts.report.title}
        </button>
      </form>
      <Sheet open={open} title={texts.report.title} onClose={() => setOpen(false)}>
        <Form method="post" action="/report" noValidate>
          <ReportFields code={code} answer={data} busy={state !== "idle"} />
        </Form>
      </Sheet>
    </>
  );
}
