import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import {
  type ClientActionFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from "@remix-run/react";
import type { ActionResult } from "../../../../server/domain/action-result.ts";
import { forgetKept } from "../../../navigation/history-entry.ts";
import { inTurn } from "../../../navigation/in-turn.ts";
import { orOffline } from "../../../navigation/or-offline.ts";
import { texts } from "../../../texts/index.ts";
import { Deferred } from "../../../ui/feedback/deferred.tsx";
import { hideToast, showToast } from "../../../ui/feedback/toast.tsx";
import { actionInvalid } from "../../../ui/form/action-result.ts";
import { PageHeader } from "../../../ui/layout/page-header.tsx";
import { pageTitle } from "../../../ui/layout/page-title.ts";
import { FormSkeleton } from "../../../ui/layout/skeleton.tsx";
import { CredentialsCard } from "../mine/credentials-card.tsx";
import { changePassword, guestCredentials } from "./password.server.ts";
import { PasswordForm } from "./password-form.tsx";
import { checkPasswords, readPasswords } from "./password-rules.ts";

export async function loader({ context }: LoaderFunctionArgs) {
  await context.member.arrive();
  return context.patiently({ guest: guestCredentials(context) });
}

export async function action({ context, request }: ActionFunctionArgs) {
  const failed = await changePassword(context, await request.formData());
  if (failed) return data(failed.result, { status: failed.status });
  return context.redirectWithFlash("/login", texts.news.passwordChanged) ?? redirect("/login");
}

/** The change is announced before the server has answered; if it refuses, what it says takes the place of that. */
export async function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  const errors = checkPasswords(readPasswords(await request.clone().formData()));
  if (errors) return actionInvalid(errors);
  showToast(texts.news.passwordChanged, { kind: "done" });
  try {
    const result = await orOffline(inTurn(() => serverAction<ActionResult>()));
    hideToast();
    return result;
  } catch (error) {
    // the change is announced already: the flash message is not asked for
    if (error instanceof Response) {
      forgetKept();
      throw redirect("/login");
    }
    hideToast();
    throw error;
  }
}

export const meta: MetaFunction = ({ matches }) => pageTitle(texts.password.title, matches);

export default function PasswordPage() {
  const { guest } = useLoaderData<typeof loader>();
  const result = useActionData<ActionResult>();
  return (
    <div className="page">
      <PageHeader title={texts.password.title} />
      <main className="content">
        <Deferred value={guest} skeleton={<FormSkeleton fields={3} />}>
          {(credentials) => (
            <>
              <PasswordForm temporary={credentials?.password} result={result} />
              {credentials && <CredentialsCard {...credentials} />}
            </>
          )}
        </Deferred>
      </main>
    </div>
  );
}
