import { useFetcher } from "@remix-run/react";
import { useEffect, useState } from "react";
import { texts } from "../../../texts/index.ts";
import { Sheet } from "../../../ui/feedback/sheet.tsx";
import { showToast } from "../../../ui/feedback/toast.tsx";
import { Icon } from "../../../ui/media/icon.tsx";
import styles from "./report.module.css";
import type { ReportAnswer } from "./report.server.ts";
import { ReportFields } from "./report-form.tsx";

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
