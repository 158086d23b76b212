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
import { useSite } from "../../../session/site.ts";
import { texts } from "../../../texts/index.ts";
import { Button } from "../../../ui/basics/button.tsx";
import { Icon } from "../../../ui/basics/icon.tsx";
import { copyText } from "../../../ui/feedback/copy-text.ts";
import { Deferred } from "../../../ui/feedback/deferred.tsx";
import { hideToast, showToast } from "../../../ui/feedback/toast.tsx";
import { FormMessage } from "../../../ui/form/form-message.tsx";
import { usePostedForm } from "../../../ui/form/use-checked-form.ts";
import { Page } from "../../../ui/layout/page-header.tsx";
import { pageTitle } from "../../../ui/layout/page-title.ts";
import { FormSkeleton } from "../../../ui/layout/skeleton.tsx";
import { createPoster, savePoster } from "../../../ui/media/poster.ts";
import { QrCode } from "../../../ui/media/qr-code.tsx";
import { checkPasswords, type PasswordField, readPasswords } from "../credential-rules.ts";
import { SecretField } from "../login/secret-field.tsx";
import styles from "./credentials-card.module.css";
import { changePassword, type GuestCredentials, guestCredentials } from "./password.server.ts";

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

const words = texts.credentials;

/** The QR code holds the login address, never the password. */
function CredentialsCard({ username, password, address }: GuestCredentials) {
  const site = useSite();
  const save = () =>
    saveCredentials({ username, password, address }, site?.name ?? "").catch(() =>
      showToast(words.saveFailed, { kind: "failed" }),
    );
  return (
    <section className={`panel ${styles.card}`} aria-labelledby="guest-account">
      <h2 id="guest-account">{words.title}</h2>
      <p className={styles.why}>{words.why}</p>
      <div className={styles.facts}>
        <dl>
          <dt>{words.username}</dt>
          <dd>{username}</dd>
          <dt>{words.password}</dt>
          <dd>
            <details className={styles.secret}>
              <summary>
                <span className={styles.reveal}>{words.reveal}</span>
                <span className={styles.hide}>{words.hide}</span>
              </summary>
              <span>{password}</span>
            </details>
          </dd>
        </dl>
        <figure className={styles.code}>
          <QrCode text={address} name={words.picture} size={110} />
          <figcaption>{words.scan}</figcaption>
        </figure>
      </div>
      <div className={styles.buttons}>
        <Button kind="soft" onClick={() => copyText(words.asText(username, password))}>
          <Icon name="copy" size={20} />
          {words.copy}
        </Button>
        <Button kind="tint" onClick={save}>
          <Icon name="save" size={20} />
          {words.save}
        </Button>
      </div>
    </section>
  );
}

const WIDTH = 720;
const HEIGHT = 1_040;
const QR_CODE = 420;

const label = ["400 28px", "--text-2"] as const;
const value = ["700 48px", "--text"] as const;

async function saveCredentials({ username, password, address }: GuestCredentials, site: string) {
  const poster = createPoster({ width: WIDTH, height: HEIGHT });
  poster.fill("--paper", { x: 0, y: 0, width: WIDTH, height: HEIGHT });
  poster.fill("--brand", { x: 0, y: 0, width: WIDTH, height: 16 });
  poster.write(`${site} · ${words.title}`, 110, "700 44px", "--text");
  poster.write(words.username, 200, ...label);
  poster.write(username, 256, ...value);
  poster.write(words.password, 336, ...label);
  poster.write(password, 392, ...value);
  const code = { x: (WIDTH - QR_CODE) / 2, y: 450, width: QR_CODE, height: QR_CODE };
  await poster.qrCode(address, code);
  poster.write(words.scan, 920, ...label);
  poster.write(new URL(address).host, 970, ...label);
  await savePoster(poster, words.fileName(username));
}
