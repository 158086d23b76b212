import { Form } from "@remix-run/react";
import { useSite } from "../../../session/site.ts";
import { texts } from "../../../texts/index.ts";
import { Button } from "../../../ui/form/button.tsx";
import styles from "./login.module.css";
import { loginIntents } from "./login-rules.ts";

/** What somebody can do who cannot, or does not want to, log in. */
export function LoginWays() {
  const site = useSite();
  return (
    <div className={styles.ways}>
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
