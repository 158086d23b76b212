import { Form, useNavigation } from "@remix-run/react";
import { useRef } from "react";
import type { ActionResult } from "../../../../server/domain/action-result.ts";
import { texts } from "../../../texts/index.ts";
import { fieldErrors } from "../../../ui/form/action-result.ts";
import { Button } from "../../../ui/form/button.tsx";
import { FormMessage } from "../../../ui/form/form-message.tsx";
import { useFocusOnError } from "../../../ui/form/use-checked-form.ts";
import { SecretField } from "../login/secret-field.tsx";
import type { PasswordField } from "./password-rules.ts";

interface PasswordFormProps {
  /** The guest's generated password; a member who has chosen one types it in. */
  temporary?: string;
  result?: ActionResult;
}

export function PasswordForm({ temporary, result }: PasswordFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const { state } = useNavigation();
  useFocusOnError(form, result);
  const errors = fieldErrors(result);
  const propsOf = (field: PasswordField) => {
    const error = errors[field];
    return { name: field, error, autoFocus: error !== undefined, "aria-required": true };
  };
  const { old, new: fresh, confirm } = texts.password;
  return (
    <Form ref={form} method="post" action="/setpaw" replace noValidate className="panel fields">
      <SecretField
        {...propsOf("oldPassword")}
        label={old.label}
        show={old.show}
        placeholder={old.required}
        defaultValue={temporary}
        readOnly={temporary !== undefined}
        autoComplete="current-password"
      />
      <SecretField
        {...propsOf("newPassword")}
        label={fresh.label}
        show={fresh.show}
        placeholder={fresh.placeholder}
        autoComplete="new-password"
      />
      <SecretField
        {...propsOf("confirmPassword")}
        label={confirm.label}
        show={confirm.show}
        placeholder={confirm.placeholder}
        autoComplete="new-password"
      />
      {result?.ok === false && result.message && (
        <FormMessage kind="failed" text={result.message} />
      )}
      <Button type="submit" disabled={state === "submitting"}>
        {texts.password.submit}
      </Button>
    </Form>
  );
}
