import type { MemberAccount } from "../../../../server/session/member.ts";
import { Link } from "../../../navigation/link.tsx";
import { texts } from "../../../texts/index.ts";
import { ButtonLink } from "../../../ui/form/button.tsx";
import { Icon } from "../../../ui/media/icon.tsx";
import styles from "./account-card.module.css";
import { Coins } from "./coins.tsx";
import { Membership } from "./membership.tsx";
import { Person } from "./person.tsx";
import { useFreshPage } from "./use-fresh-page.ts";

interface AccountCardProps {
  account?: MemberAccount;
  /** Whether the account is on its way. */
  waiting?: boolean;
  /** Why it did not come; '' where nobody said. */
  failure?: string;
}

/** Who one is, what one has, and the ways to more; these are there whether the upstream answers or not. */
export function AccountCard({ account, waiting = false, failure }: AccountCardProps) {
  useFreshPage(account);
  return (
    <section className={styles.card} aria-busy={waiting}>
      <div className={styles.head}>
        <Link to="/centersetting" className={styles.settings} aria-label={texts.mine.settings}>
          <Icon name="gear" />
        </Link>
        <div className={styles.person}>
          <Person account={account} failure={failure} />
          <ButtonLink to="/setinfo" kind="soft" size="row">
            {texts.mine.edit}
          </ButtonLink>
        </div>
      </div>
      <Membership status={account?.status} waiting={waiting} />
      <Coins coins={account?.coins} waiting={waiting} />
    </section>
  );
}
