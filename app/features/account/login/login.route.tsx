import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { type ClientActionFunctionArgs, useActionData, useLoaderData } from "@remix-run/react";
import { forgetKept } from "../../../navigation/history-entry.ts";
import { inTurn } from "../../../navigation/in-turn.ts";
import { orOffline } from "../../../navigation/or-offline.ts";
import { texts } from "../../../texts/index.ts";
import { actionInvalid, handleIntent } from "../../../ui/form/action-result.ts";
import { PageHeader } from "../../../ui/layout/page-header.tsx";
import { pageTitle } from "../../../ui/layout/page-title.ts";
import styles from "./login.module.css";
import { accountOf, type LoginResult, logIn } from "./login.server.ts";
import { LoginBackground } from "./login-background.tsx";
import { LoginForm } from "./login-form.tsx";
import { checkLogin, loginIntents, readLogin, textOf } from "./login-rules.ts";
import { LoginWays } from "./login-ways.tsx";

export function loader({ context, request }: LoaderFunctionArgs) {
  context.member.acknowledgeEnding();
  return { account: accountOf(request), flashMessage: context.takeFlash() };
}

export async function action({ context, request }: ActionFunctionArgs) {
  const form = await request.formData();
  const login = async () => {
    const failed = await logIn(context, form);
    if (!failed) return redirect("/#logged-in");
    const { result, status, headers } = failed;
    return data(result, { status, headers });
  };
  const continueAsGuest = async () => {
    context.member.goOnAsGuest();
    return redirect("/");
  };
  return handleIntent(
    form,
    { [loginIntents.logIn]: login, [loginIntents.asGuest]: continueAsGuest },
    login,
  );
}

/** What is wrong by the form's own rules is said without asking the server. */
export async function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  const form = await request.clone().formData();
  const given = readLogin(form);
  const errors = textOf(form, "intent") === loginIntents.asGuest ? undefined : checkLogin(given);
  if (errors) return actionInvalid(errors, { account: given.account });
  return orOffline(inTurn(() => serverAction<LoginResult>().finally(forgetKept)));
}

export const headers: HeadersFunction = ({ actionHeaders }) => {
  const retryAfter = actionHeaders.get("retry-after");
  return new Headers(retryAfter ? { "retry-after": retryAfter } : {});
};

export const meta: MetaFunction = ({ matches }) => pageTitle(texts.login.title, matches);

export default function LoginPage() {
  const { account, flashMessage } = useLoaderData<typeof loader>();
  const result = useActionData<LoginResult>();
  return (
    <div className={`page ${styles.stage}`}>
      <LoginBackground />
      <PageHeader title={texts.login.title} stage />
      <main className={styles.main}>
        <LoginForm account={account} flashMessage={flashMessage} result={result} />
        <LoginWays />
      </main>
    </div>
  );
}
