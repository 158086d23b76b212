import { Form, useNavigation } from "@remix-run/react";
import { useRef } from "react";
import { texts } from "../../../texts/index.ts";
import { Button } from "../../../ui/form/button.tsx";
import { TextField } from "../../../ui/form/form-field.tsx";
import { FormNews } from "../../../ui/form/form-message.tsx";
import { useFocusOnError } from "../../../ui/form/use-checked-form.ts";
import styles from "./login.module.css";
import type { LoginAnswer } from "./login.server.ts";
import { SecretField } from "./secret-field.tsx";
import { messageFor } from "./wrong.ts";

interface LoginFormProps {
  /** What the address suggests. */
  account: string;
  /** What came of the form that led here. */
  news?: string;
  answer?: LoginAnswer;
}

export function LoginForm({ account, news, answer }: LoginFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const { state } = useNavigation();
  useFocusOnError(form, answer);
  const errors = {
    account: messageFor(answer?.wrong, "account"),
    password: messageFor(answer?.wrong, "password"),
  };
  return (
    <Form ref={form} method="post" action="/login" noValidate className={styles.panel}>
      {news && !answer && <FormNews kind="done" text={news} />}
      <TextField
        label={texts.login.account.label}
        name="account"
        placeholder={texts.login.account.placeholder}
        defaultValue={answer?.account ?? account}
        error={errors.account}
        autoFocus={errors.account !== undefined}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={64}
        aria-required
      />
      <SecretField
        label={texts.login.password.label}
        show={texts.login.showPassword}
        name="password"
        placeholder={texts.login.password.placeholder}
        error={errors.password}
        autoFocus={errors.password !== undefined}
        autoComplete="current-password"
        maxLength={128}
        aria-required
      />
      {answer?.message && <FormNews kind="failed" text={answer.message} />}
      <Button type="submit" disabled={state === "submitting"}>
        {texts.login.submit}
      </Button>
    </Form>
  );
}
