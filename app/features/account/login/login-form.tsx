import { Form, useNavigation } from "@remix-run/react";
import { useRef } from "react";
import { texts } from "../../../texts/index.ts";
import { fieldErrors } from "../../../ui/form/action-result.ts";
import { Button } from "../../../ui/form/button.tsx";
import { TextField } from "../../../ui/form/form-field.tsx";
import { FormMessage } from "../../../ui/form/form-message.tsx";
import { useFocusOnError } from "../../../ui/form/use-checked-form.ts";
import { useSubmittedOnce } from "../../../ui/form/use-one-submit.ts";
import styles from "./login.module.css";
import type { LoginResult } from "./login.server.ts";
import { SecretField } from "./secret-field.tsx";

interface LoginFormProps {
  account: string;
  flashMessage?: string;
  result?: LoginResult;
}

export function LoginForm({ account, flashMessage, result }: LoginFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const { state } = useNavigation();
  const onSubmit = useSubmittedOnce(state, result);
  useFocusOnError(form, result);
  const failure = result?.ok === false ? result : undefined;
  const errors = fieldErrors(result);
  return (
    <Form
      ref={form}
      method="post"
      action="/login"
      noValidate
      onSubmit={onSubmit}
      className={styles.panel}
    >
      {flashMessage && !result && <FormMessage kind="done" text={flashMessage} />}
      <TextField
        label={texts.login.account.label}
        name="account"
        placeholder={texts.login.account.placeholder}
        defaultValue={failure?.input?.account ?? account}
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
      {failure?.message && <FormMessage kind="failed" text={failure.message} />}
      <Button type="submit" disabled={state === "submitting"}>
        {texts.login.submit}
      </Button>
    </Form>
  );
}
