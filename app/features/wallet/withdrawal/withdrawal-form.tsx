import { useState } from "react";
import { QuietLink } from "../../../navigation/quiet-link.tsx";
import { texts } from "../../../texts/index.ts";
import { showToast } from "../../../ui/feedback/toast.tsx";
import { Button } from "../../../ui/form/button.tsx";
import { TextField } from "../../../ui/form/form-field.tsx";
import { FormNews } from "../../../ui/form/form-message.tsx";
import { PictureUpload } from "../../../ui/form/picture-upload.tsx";
import { useCheckedForm } from "../../../ui/form/use-checked-form.ts";
import { useUpload } from "../../../ui/form/use-upload.ts";
import { Icon } from "../../../ui/media/icon.tsx";
import { recordsAddress } from "../records/record-kinds.ts";
import { PayoutMethods } from "./payout-methods.tsx";
import type { WithdrawalAnswer } from "./withdrawal.server.ts";
import styles from "./withdrawal-form.module.css";
import { withdrawalErrors, withdrawalWarning } from "./withdrawal-rules.ts";

const words = texts.withdrawal;

/** @param props.news what came of the form that led here */
export function WithdrawalForm({ news }: { news?: string }) {
  const upload = useUpload("code");
  const [warning, setWarning] = useState<string>();
  const { Form, form, errors, answer, posted, sending } = useCheckedForm<WithdrawalAnswer>(
    (sent) => {
      const wrong = withdrawalErrors(String(sent.get("amount") ?? ""));
      setWarning(wrong.amount ? undefined : withdrawalWarning(String(sent.get("code") ?? "")));
      return wrong;
    },
    ({ done, message = "" }) => {
      if (message) showToast(message, { kind: done ? "done" : "failed" });
      if (!done) return;
      form.ref.current?.reset();
      upload.forget();
    },
  );
  const told = answer ?? posted ?? (news ? { done: true, message: news } : undefined);
  const missing = warning ?? posted?.warning;

  return (
    <Form {...form} action="/tx" className="stack">
      <p className={styles.available}>{words.available}</p>
      <div className="panel fields">
        <TextField
          label={words.amount}
          name="amount"
          inputMode="decimal"
          placeholder={words.noAmount}
          autoComplete="off"
          defaultValue={posted?.fields?.amount}
          error={errors.amount}
        />
        <PictureUpload
          name="code"
          label={words.code}
          hints={words.codeHints}
          shape="tile"
          upload={upload}
          warning={upload.upload.state === "none" ? missing : undefined}
        >
          <Icon name="qr" />
        </PictureUpload>
      </div>
      <PayoutMethods chosen={posted?.fields?.method} />
      {told?.message && !sending && (
        <FormNews
          kind={told.done ? "done" : "failed"}
          text={told.message}
          silent={answer !== undefined}
        />
      )}
      <Button type="submit" disabled={sending || upload.upload.state === "sending"}>
        {sending ? words.sending : words.confirm}
      </Button>
      <QuietLink to={recordsAddress(2)} label={words.records} />
    </Form>
  );
}
