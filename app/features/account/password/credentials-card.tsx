import { useSite } from "../../../session/site.ts";
import { texts } from "../../../texts/index.ts";
import { Button } from "../../../ui/basics/button.tsx";
import { Icon } from "../../../ui/basics/icon.tsx";
import { copyText } from "../../../ui/feedback/copy-text.ts";
import { showToast } from "../../../ui/feedback/toast.tsx";
import { createPoster, savePoster } from "../../../ui/media/poster.ts";
import { QrCode } from "../../../ui/media/qr-code.tsx";
import styles from "./credentials-card.module.css";
import type { GuestCredentials } from "./password.server.ts";

const words = texts.credentials;

/** The QR code holds the login address, never the password. */
export function CredentialsCard({ username, password, address }: GuestCredentials) {
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
