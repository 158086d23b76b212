import { Form, useNavigation } from "@remix-run/react";
import { useRef } from "react";
import { texts } from "../../../texts/index.ts";
import { Button } from "../../../ui/form/button.tsx";
import { FormNews } from "../../../ui/form/form-message.tsx";
import { useFocusOnError } from "../../../ui/form/use-checked-form.ts";
import { SecretField } from "../login/secret-field.tsx";
import { messageFor } from "../login/wrong.ts";
import type { PasswordAnswer } from "./password.server.ts";
import type { PasswordField } from "./password-rules.ts";

interface PasswordFormProps {
  /** The guest's generated password; a member who has chosen one types it in. */
  temporary?: string;
  answer?: PasswordAnswer;
}

export function PasswordForm({ temporary, answer }: PasswordFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const { state } = useNavigation();
  useFocusOnError(form, answer);
  const wrongness = (field: PasswordField) => {
    const error = messageFor(answer?.wrong, field);
    return { name: field, error, autoFocus: error !== undefined, "aria-required": true };
  };
  const { old, new: fresh, confirm } = texts.password;
  return (
    <Form ref={form} method="post" action="/setpaw" replace noValidate className="panel fields">
      <SecretField
        {...wrongness("oldPassword")}
        label={old.label}
        show={old.show}
        placeholder={old.required}
        defaultValue={temporary}
        readOnly={temporary !== undefined}
        autoComplete="current-password"
      />
      <SecretField
        {...wrongness("newPassword")}
        label={fresh.label}
        show={fresh.show}
        placeholder={fresh.placeholder}
        autoComplete="new-password"
      />
      <SecretField
        {...wrongness("confirmPassword")}
        label={confirm.label}
        show={confirm.show}
        placeholder={confirm.placeholder}
        autoComplete="new-password"
      />
      {answer?.message && <FormNews kind="failed" text={answer.message} />}
      <Button type="submit" disabled={state === "submitting"}>
        {texts.password.submit}
      </Button>
    </Form>
  );
}
