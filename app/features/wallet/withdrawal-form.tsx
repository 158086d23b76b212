import { useState } from "react";
import { useCheckedForm } from "../../hooks/use-checked-form.ts";
import { useUpload } from "../../hooks/use-upload.ts";
import { texts } from "../../texts.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/form-field.tsx";
import { FormNews } from "../../ui/form-news.tsx";
import { Icon } from "../../ui/icon.tsx";
import { PictureUpload } from "../../ui/picture-upload.tsx";
import { QuietLink } from "../../ui/quiet-link.tsx";
import { showToast } from "../../ui/toast.tsx";
import { PayoutMethods } from "./payout-methods.tsx";
import { recordsAddress } from "./record-kinds.ts";
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
