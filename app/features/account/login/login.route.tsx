import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import {
  type ClientActionFunctionArgs,
  Form,
  useActionData,
  useLoaderData,
} from "@remix-run/react";
import { useEffect, useRef } from "react";
import { clearSavedEntries } from "../../../navigation/history-entry.ts";
import { withMemberLock } from "../../../navigation/member-lock.ts";
import { offlineAsResult } from "../../../navigation/offline-results.ts";
import { useSite } from "../../../session/site.ts";
import { texts } from "../../../texts/index.ts";
import { actionInvalid, handleIntent } from "../../../ui/form/action-result.ts";
import { Button } from "../../../ui/form/button.tsx";
import { PageHeader } from "../../../ui/layout/page-header.tsx";
import { pageTitle, stageColour } from "../../../ui/layout/page-title.ts";
import styles from "./login.module.css";
import { accountOf, type LoginResult, logIn } from "./login.server.ts";
import { LoginForm } from "./login-form.tsx";
import { checkLogin, loginIntents, readLogin, textOf } from "./login-rules.ts";

export function loader({ context, request }: LoaderFunctionArgs) {
  context.member.acknowledgeEnding();
  return { account: accountOf(request), flashMessage: context.takeFlash() };
}

export async function action({ context, request }: ActionFunctionArgs) {
  const form = await context.formDataOf(request);
  const login = async () => {
    const outcome = await logIn(context, form);
    if (typeof outcome === "string") return redirect(outcome);
    const { result, status, headers } = outcome;
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

export async function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  const form = await request.clone().formData();
  const given = readLogin(form);
  const errors = textOf(form, "intent") === loginIntents.asGuest ? undefined : checkLogin(given);
  if (errors) return actionInvalid(errors, { account: given.account });
  return offlineAsResult(
    withMemberLock(() => serverAction<LoginResult>().finally(clearSavedEntries)),
  );
}

export const headers: HeadersFunction = ({ actionHeaders }) => {
  const retryAfter = actionHeaders.get("retry-after");
  return new Headers(retryAfter ? { "retry-after": retryAfter } : {});
};

export const meta: MetaFunction = ({ matches }) => [
  ...pageTitle(texts.login.title, matches),
  stageColour,
];

export default function LoginPage() {
  const { account, flashMessage } = useLoaderData<typeof loader>();
  const result = useActionData<LoginResult>();
  return (
    <div className={`page ${styles.stage}`}>
      <LoginBackground />
      <PageHeader title={texts.login.title} stage />
      <main className={styles.main}>
        <LoginForm account={account} flashMessage={flashMessage} result={result} />
        <LoginAlternatives />
      </main>
    </div>
  );
}

function LoginAlternatives() {
  const site = useSite();
  return (
    <div className={styles.alternatives}>
      <Form method="post" action="/login">
        <input type="hidden" name="intent" value={loginIntents.asGuest} />
        <Button type="submit" kind="glass">
          {texts.login.asGuest}
        </Button>
      </Form>
      <a href={site?.customerServiceUrl} target="_blank" rel="noopener noreferrer">
        {texts.login.forgotten}
      </a>
      <p>{texts.login.adultsOnly}</p>
    </div>
  );
}

const prefersStillPicture = () =>
  matchMedia("(prefers-reduced-motion: reduce)").matches ||
  (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true;

function LoginBackground() {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const element = video.current;
    if (!element || prefersStillPicture()) return;
    element.src = "/login.mp4";
    // refused in power-saving mode: the still picture stays
    element.play().catch(() => undefined);
  }, []);
  return (
    <div className={styles.background} aria-hidden="true">
      <video
        ref={video}
        preload="none"
        muted
        loop
        playsInline
        disablePictureInPicture
        tabIndex={-1}
      />
    </div>
  );
}
