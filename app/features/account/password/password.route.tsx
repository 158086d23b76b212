import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import {
  type ClientActionFunctionArgs,
  Form,
  redirect,
  useActionData,
  useLoaderData,
} from "@remix-run/react";
import type { ActionResult } from "../../../../server/outcomes/actions.ts";
import { clearSavedEntries } from "../../../navigation/history-entry.ts";
import { actionInvalid } from "../../../results/action-result.ts";
import { offlineAsResult } from "../../../results/offline-results.ts";
import { withMemberLock } from "../../../session/member-lock.ts";
import { texts } from "../../../texts/index.ts";
import { Button } from "../../../ui/basics/button.tsx";
import { Deferred } from "../../../ui/feedback/deferred.tsx";
import { hideToast, showToast } from "../../../ui/feedback/toast.tsx";
import { FormMessage } from "../../../ui/form/form-message.tsx";
import { usePostedForm } from "../../../ui/form/use-checked-form.ts";
import { Page } from "../../../ui/layout/page-header.tsx";
import { pageTitle } from "../../../ui/layout/page-title.ts";
import { FormSkeleton } from "../../../ui/layout/skeleton.tsx";
import { checkPasswords, type PasswordField, readPasswords } from "../credential-rules.ts";
import { SecretField } from "../login/secret-field.tsx";
import { CredentialsCard } from "./credentials-card.tsx";
import { changePassword, guestCredentials } from "./password.server.ts";

export const loader = ({ context }: LoaderFunctionArgs) =>
  context.deferPage({ guest: guestCredentials(context) });

export async function action({ context, request }: ActionFunctionArgs) {
  const failed = await changePassword(context, await context.formDataOf(request));
  if (failed) return data(failed.result, { status: failed.status });
  return context.redirectNativeForm("/login", texts.flash.passwordChanged) ?? redirect("/login");
}

export async function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  const errors = checkPasswords(readPasswords(await request.clone().formData()));
  if (errors) return actionInvalid(errors);
  // shown at once, without waiting for the answer, and hidden if the server refuses
  showToast(texts.flash.passwordChanged, { kind: "done" });
  try {
    const result = await offlineAsResult(withMemberLock(() => serverAction<ActionResult>()));
    hideToast();
    return result;
  } catch (error) {
    // a new redirect, because the toast has replaced the flash message
    if (error instanceof Response) {
      clearSavedEntries();
      throw redirect("/login");
    }
    hideToast();
    throw error;
  }
}

export const meta: MetaFunction = ({ matches }) => pageTitle(texts.password.title, matches);

export default function PasswordPage() {
  const { guest } = useLoaderData<typeof loader>();
  return (
    <Page title={texts.password.title}>
      <Deferred value={guest} skeleton={<FormSkeleton />}>
        {(credentials) => (
          <>
            <PasswordForm temporaryPassword={credentials?.password} />
            {credentials && <CredentialsCard {...credentials} />}
          </>
        )}
      </Deferred>
    </Page>
  );
}

function PasswordForm({ temporaryPassword }: { temporaryPassword?: string }) {
  const { form, errors, failure, sending } = usePostedForm(useActionData<ActionResult>());
  const propsOf = (name: PasswordField, { label, show }: { label: string; show: string }) => {
    return { name, label, showLabel: show, error: errors[name], "aria-required": true };
  };
  const { old, new: fresh, confirm } = texts.password;
  return (
    <Form {...form} action="/setpaw" replace className="panel fields">
      <SecretField
        {...propsOf("oldPassword", old)}
        placeholder={old.required}
        defaultValue={temporaryPassword}
        readOnly={temporaryPassword !== undefined}
        autoComplete="current-password"
      />
      <SecretField
        {...propsOf("newPassword", fresh)}
        placeholder={fresh.placeholder}
        autoComplete="new-password"
      />
      <SecretField
        {...propsOf("confirmPassword", confirm)}
        placeholder={confirm.placeholder}
        autoComplete="new-password"
      />
      <FormMessage kind="failed" text={failure?.message} />
      <Button type="submit" disabled={sending}>
        {texts.password.submit}
      </Button>
    </Form>
  );
}
