import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useFetcher, useLoaderData } from "@remix-run/react";
import { useState } from "react";
import type { ActionResult } from "../../../../server/outcomes/actions.ts";
import { offlineClientAction } from "../../../results/offline-results.ts";
import { texts } from "../../../texts/index.ts";
import { Button, QuietLink } from "../../../ui/basics/button.tsx";
import { Icon } from "../../../ui/basics/icon.tsx";
import { showToast } from "../../../ui/feedback/toast.tsx";
import { TextField } from "../../../ui/form/form-field.tsx";
import { FormMessage } from "../../../ui/form/form-message.tsx";
import { PictureUpload } from "../../../ui/form/picture-upload.tsx";
import { RadioRow, RadioRows } from "../../../ui/form/radio-rows.tsx";
import { useCheckedForm } from "../../../ui/form/use-checked-form.ts";
import { useUpload } from "../../../ui/form/use-upload.ts";
import { Page } from "../../../ui/layout/page-header.tsx";
import { pageTitle } from "../../../ui/layout/page-title.ts";
import { type WithdrawalInput, withdraw } from "./withdrawal.server.ts";
import styles from "./withdrawal-form.module.css";
import {
  type PayoutMethod,
  payoutMethods,
  withdrawalErrors,
  withdrawalWarning,
} from "./withdrawal-rules.ts";

/** Loads the member only to detect an ended session before the form is filled in. */
export async function loader({ context }: LoaderFunctionArgs) {
  await context.deferPage({ member: context.member.profile() });
  return { flashMessage: context.takeFlash() };
}

export const action = ({ context, request }: ActionFunctionArgs) => withdraw(context, request);

export const clientAction = offlineClientAction;

export const meta: MetaFunction = ({ matches }) => pageTitle(texts.withdrawal.title, matches);

const words = texts.withdrawal;

export default function Withdrawal() {
  const { flashMessage } = useLoaderData<typeof loader>();
  const codeUpload = useUpload("code");
  const [warning, setWarning] = useState<string>();
  const { Form, form, errors, result, posted, sending } = useCheckedForm({
    fetcher: useFetcher<ActionResult<string, WithdrawalInput>>(),
    posted: useActionData<ActionResult<string, WithdrawalInput>>(),
    check: (sent) => {
      const wrong = withdrawalErrors(String(sent.get("amount") ?? ""));
      setWarning(wrong.amount ? undefined : withdrawalWarning(String(sent.get("code") ?? "")));
      return wrong;
    },
    onDone: (message) => {
      showToast(message, { kind: "done" });
      form.ref.current?.reset();
      codeUpload.clear();
    },
  });
  const failed = (result?.ok === false ? result : posted)?.message;
  const succeeded = result?.ok ? result.data : flashMessage;
  const missing = warning ?? posted?.errors.code;

  return (
    <Page title={words.title}>
      <Form {...form} action="/tx" className="stack">
        <p className={styles.available}>{words.available}</p>
        <div className="panel fields">
          <TextField
            label={words.amount}
            name="amount"
            inputMode="decimal"
            placeholder={words.noAmount}
            autoComplete="off"
            defaultValue={posted?.input?.amount}
            error={errors.amount}
          />
          <PictureUpload
            name="code"
            label={words.code}
            hints={words.codeHints}
            shape="tile"
            upload={codeUpload}
            warning={codeUpload.current.state === "none" ? missing : undefined}
          >
            <Icon name="qr" />
          </PictureUpload>
        </div>
        <PayoutMethods chosen={posted?.input?.method} />
        {!sending && (
          <FormMessage
            kind={failed ? "failed" : "done"}
            text={failed || succeeded}
            silent={result !== undefined}
          />
        )}
        <Button type="submit" disabled={sending || codeUpload.current.state === "sending"}>
          {sending ? words.sending : words.confirm}
        </Button>
        <QuietLink to="/order?index=2" label={words.records} />
      </Form>
    </Page>
  );
}

const icons = { wx: "chat", zfb: "wallet" } as const;

const PayoutMethods = ({ chosen = payoutMethods[0] }: { chosen?: PayoutMethod }) => (
  <RadioRows label={words.method}>
    {payoutMethods.map((method) => (
      <RadioRow
        key={method}
        name="method"
        value={method}
        label={words.methods[method]}
        icon={icons[method]}
        defaultChecked={method === chosen}
      />
    ))}
  </RadioRows>
);
