import type { AccountStatus } from "../../../../server/domain/vip.ts";
import { texts } from "../../../texts/index.ts";
import { ButtonLink } from "../../../ui/form/button.tsx";
import { Icon } from "../../../ui/media/icon.tsx";
import styles from "./membership.module.css";

interface MembershipProps {
  status?: AccountStatus;
  waiting: boolean;
}

/** How the membership stands, and the way to it. */
export function Membership({ status, waiting }: MembershipProps) {
  return (
    <div className={styles.card}>
      <Icon name="crown" />
      <div className={styles.text}>
        {waiting ? <span className={styles.bone} /> : <Standing status={status} />}
      </div>
      <ButtonLink to="/vip" kind="gold" size="row">
        {status?.vip ? texts.mine.renew : texts.mine.upgrade}
      </ButtonLink>
    </div>
  );
}

function Standing({ status }: { status?: AccountStatus }) {
  if (status?.vip) {
    return (
      <>
        <b>{texts.mine.membership}</b>
        <p>{texts.membership.left(status.daysLeft, status.until)}</p>
      </>
    );
  }
  return (
    <>
      <b>{status ? texts.membership.none : texts.mine.membership}</b>
      <p>{texts.mine.perks}</p>
    </>
  );
}
