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
import { savesData } from "../../../device/playback.ts";
import { clearSavedEntries } from "../../../navigation/history-entry.ts";
import { actionInvalid } from "../../../results/action-result.ts";
import { offlineAsResult } from "../../../results/offline-results.ts";
import { withMemberLock } from "../../../session/member-lock.ts";
import { useSite } from "../../../session/site.ts";
import { texts } from "../../../texts/index.ts";
import { Button } from "../../../ui/basics/button.tsx";
import { TextField } from "../../../ui/form/form-field.tsx";
import { FormMessage } from "../../../ui/form/form-message.tsx";
import { usePostedForm } from "../../../ui/form/use-checked-form.ts";
import { PageHeader } from "../../../ui/layout/page-header.tsx";
import { pageTitle, stageColour } from "../../../ui/layout/page-title.ts";
import { prefersReducedMotion } from "../../../ui/paint.ts";
import { checkLogin, readLogin, textOf } from "../credential-rules.ts";
import styles from "./login.module.css";
import { accountOf, type LoginResult, logIn } from "./login.server.ts";
import { SecretField } from "./secret-field.tsx";

const AS_GUEST = "guest";

export function loader({ context, request }: LoaderFunctionArgs) {
  context.member.acknowledgeEnding();
  return { account: accountOf(request), flashMessage: context.takeFlash() };
}

export async function action({ context, request }: ActionFunctionArgs) {
  const form = await context.formDataOf(request);
  if (textOf(form, "intent") === AS_GUEST) {
    context.member.continueAsGuest();
    return redirect("/");
  }
  const outcome = await logIn(context, form);
  if (typeof outcome === "string") return redirect(outcome);
  const { result, status, headers } = outcome;
  return data(result, { status, headers });
}

export async function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  const form = await request.clone().formData();
  const given = readLogin(form);
  const errors = textOf(form, "intent") === AS_GUEST ? undefined : checkLogin(given);
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
  return (
    <div className={`page ${styles.stage}`}>
      <LoginBackground />
      <PageHeader title={texts.login.title} stage />
      <main className={styles.main}>
        <LoginForm />
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
        <input type="hidden" name="intent" value={AS_GUEST} />
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

function LoginBackground() {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const element = video.current;
    if (!element || prefersReducedMotion() || savesData()) return;
    element.src = "/login.mp4";
    // rejects in power-saving mode: the still picture stays
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

function LoginForm() {
  const { account, flashMessage } = useLoaderData<typeof loader>();
  const result = useActionData<LoginResult>();
  const { form, errors, failure, sending } = usePostedForm(result);
  return (
    <Form {...form} action="/login" className={styles.panel}>
      {!result && <FormMessage kind="done" text={flashMessage} />}
      <TextField
        label={texts.login.account.label}
        name="account"
        placeholder={texts.login.account.placeholder}
        defaultValue={failure?.input?.account ?? account}
        error={errors.account}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={64}
        aria-required
      />
      <SecretField
        label={texts.login.password.label}
        showLabel={texts.login.showPassword}
        name="password"
        placeholder={texts.login.password.placeholder}
        error={errors.password}
        autoComplete="current-password"
        maxLength={128}
        aria-required
      />
      <FormMessage kind="failed" text={failure?.message} />
      <Button type="submit" disabled={sending}>
        {texts.login.submit}
      </Button>
    </Form>
  );
}
