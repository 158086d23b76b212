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
import { orElse } from "../../../session/session-ending.ts";
import { texts } from "../../../texts/index.ts";
import { PageHeader } from "../../../ui/layout/page-header.tsx";
import { pageTitle } from "../../../ui/layout/page-title.ts";
import styles from "./login.module.css";
import { accountOf, intentOf, type LoginAnswer, logIn } from "./login.server.ts";
import { LoginBackground } from "./login-background.tsx";
import { LoginForm } from "./login-form.tsx";
import { checkLogin, readLogin } from "./login-rules.ts";
import { LoginWays } from "./login-ways.tsx";
import { textOf } from "./wrong.ts";

export function loader({ context, request }: LoaderFunctionArgs) {
  context.member.acknowledgeEnding();
  return { account: accountOf(request), news: context.takeFlash() };
}

export async function action({ context, request }: ActionFunctionArgs) {
  const form = await request.formData();
  if (intentOf(form) === "guest") {
    context.member.goOnAsGuest();
    return redirect("/");
  }
  const refusal = await logIn(context, form);
  if (!refusal) return redirect("/#logged-in");
  const { answer, status, headers } = refusal;
  return data(answer, { status, headers });
}

/** What is wrong by the form's own rules is said without asking the server. */
export async function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  const form = await request.clone().formData();
  const given = readLogin(form);
  const wrong = textOf(form, "intent") === "guest" ? undefined : checkLogin(given);
  if (wrong) return { account: given.account, wrong } satisfies LoginAnswer;
  const failed: LoginAnswer = { account: given.account, message: texts.network };
  const answer = await inTurn(() => serverAction<typeof action>().finally(forgetKept)).catch(
    orElse(failed),
  );
  return answer;
}

export const headers: HeadersFunction = ({ actionHeaders }) => {
  const retryAfter = actionHeaders.get("retry-after");
  return new Headers(retryAfter ? { "retry-after": retryAfter } : {});
};

export const meta: MetaFunction = ({ matches }) => pageTitle(texts.login.title, matches);

export default function LoginPage() {
  const { account, news } = useLoaderData<typeof loader>();
  const answer = useActionData<LoginAnswer>();
  return (
    <div className={`page ${styles.stage}`}>
      <LoginBackground />
      <PageHeader title={texts.login.title} stage />
      <main className={styles.main}>
        <LoginForm account={account} news={news} answer={answer} />
        <LoginWays />
      </main>
    </div>
  );
}
