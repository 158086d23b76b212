import { useSite } from "../../../session/site.ts";
import { texts } from "../../../texts/index.ts";
import { copyText } from "../../../ui/feedback/copy-text.ts";
import { showToast } from "../../../ui/feedback/toast.tsx";
import { Button } from "../../../ui/form/button.tsx";
import { Icon } from "../../../ui/media/icon.tsx";
import { QrCode } from "../../../ui/media/qr-code.tsx";
import type { GuestCredentials } from "../password/password.server.ts";
import styles from "./credentials-card.module.css";
import { saveCredentials } from "./credentials-poster.ts";

const words = texts.credentials;

/** Lets a guest log in on another phone. The QR code holds the login address, never the password. */
export function CredentialsCard({ username, password, address }: GuestCredentials) {
  const site = useSite();
  const save = async () => {
    try {
      await saveCredentials({ username, password, address }, site?.name ?? "");
    } catch {
      showToast(words.saveFailed, { kind: "failed" });
    }
  };
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
