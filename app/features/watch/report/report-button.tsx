import { useFetcher } from "@remix-run/react";
import { useEffect, useState } from "react";
import type { ActionResult } from "../../../../server/domain/actions.ts";
import { texts } from "../../../texts/index.ts";
import { Sheet } from "../../../ui/feedback/sheet.tsx";
import { showToast } from "../../../ui/feedback/toast.tsx";
import { useOnDemand } from "../../../ui/feedback/use-on-demand.ts";
import { useSubmittedOnce } from "../../../ui/form/use-one-submit.ts";
import { Icon } from "../../../ui/media/icon.tsx";
import styles from "./report.module.css";

const fetchFields = () => import("./report.tsx").then(({ ReportFields }) => ReportFields);

export function Report({ code }: { code: string }) {
  const { Form, data, state } = useFetcher<ActionResult>();
  const onSubmit = useSubmittedOnce(state, data);
  const [open, setOpen] = useState(false);
  const Fields = useOnDemand(fetchFields, open, () => {
    setOpen(false);
    showToast(texts.network, { kind: "failed" });
  });

  useEffect(() => {
    if (state !== "idle" || !data?.ok) return;
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
      <Sheet
        open={open && Fields !== undefined}
        title={texts.report.title}
        onClose={() => setOpen(false)}
      >
        <Form method="post" action="/report" noValidate onSubmit={onSubmit}>
          {Fields && <Fields code={code} result={data} busy={state !== "idle"} />}
        </Form>
      </Sheet>
    </>
  );
}
