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
import { forgetKept } from "../../../navigation/history-entry.ts";
import { inTurn } from "../../../navigation/in-turn.ts";
import { orElse } from "../../../session/session-ending.ts";
import { texts } from "../../../texts/index.ts";
import { Later } from "../../../ui/feedback/deferred.tsx";
import { hideToast, showToast } from "../../../ui/feedback/toast.tsx";
import { PageHeader } from "../../../ui/layout/page-header.tsx";
import { pageTitle } from "../../../ui/layout/page-title.ts";
import { FormSkeleton } from "../../../ui/layout/skeleton.tsx";
import { CredentialsCard } from "../mine/credentials-card.tsx";
import { changePassword, guestCredentials, type PasswordAnswer } from "./password.server.ts";
import { PasswordForm } from "./password-form.tsx";
import { checkPasswords, readPasswords } from "./password-rules.ts";

export async function loader({ context }: LoaderFunctionArgs) {
  await context.member.arrive();
  return context.patiently({ guest: guestCredentials(context) });
}

export async function action({ context, request }: ActionFunctionArgs) {
  const refusal = await changePassword(context, await request.formData());
  if (refusal) return data(refusal.answer, { status: refusal.status });
  return context.redirectWithFlash("/login", texts.news.passwordChanged) ?? redirect("/login");
}

/** The change is announced before the server has answered; if it refuses, what it says takes the place of that. */
export async function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  const wrong = checkPasswords(readPasswords(await request.clone().formData()));
  if (wrong) return { wrong } satisfies PasswordAnswer;
  showToast(texts.news.passwordChanged, { kind: "done" });
  try {
    const answer = await inTurn(() => serverAction<typeof action>());
    hideToast();
    return answer;
  } catch (error) {
    // the announcement has been made
    if (error instanceof Response) {
      forgetKept();
      throw redirect("/login");
    }
    hideToast();
    return orElse<PasswordAnswer>({ message: texts.network })(error);
  }
}

export const meta: MetaFunction = ({ matches }) => pageTitle(texts.password.title, matches);

export default function PasswordPage() {
  const { guest } = useLoaderData<typeof loader>();
  const answer = useActionData<PasswordAnswer>();
  return (
    <div className="page">
      <PageHeader title={texts.password.title} />
      <main className="content">
        <Later value={guest} skeleton={<FormSkeleton fields={3} />}>
          {(credentials) => (
            <>
              <PasswordForm temporary={credentials?.password} answer={answer} />
              {credentials && <CredentialsCard {...credentials} />}
            </>
          )}
        </Later>
      </main>
    </div>
  );
}
