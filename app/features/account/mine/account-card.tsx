import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { MemberAccount, PublicMember } from "../../../../server/session/member.ts";
import { Link } from "../../../navigation/link.tsx";
import { useMember } from "../../../session/member.ts";
import { texts } from "../../../texts/index.ts";
import { ButtonLink } from "../../../ui/basics/button.tsx";
import { Icon, IconDisc } from "../../../ui/basics/icon.tsx";
import { copyText } from "../../../ui/feedback/copy-text.ts";
import { LoadError } from "../../../ui/feedback/load-error.tsx";
import { AmountLabel } from "../../../ui/layout/amount.tsx";
import { Skeleton } from "../../../ui/layout/skeleton.tsx";
import { Avatar } from "../../../ui/media/avatar.tsx";
import { VipPeriodBadge } from "../../../ui/video/vip-period-badge.tsx";
import styles from "./account-card.module.css";
import coinsStyles from "./coins.module.css";
import membershipStyles from "./membership.module.css";
import personStyles from "./person.module.css";

interface AccountCardProps {
  account?: MemberAccount;
  waiting?: boolean;
  failure?: string; // undefined unless loading failed
}

export function AccountCard({ account, waiting = false, failure }: AccountCardProps) {
  useRevalidateOutdated(account);
  return (
    <section className={styles.card} aria-busy={waiting}>
      <div className={styles.head}>
        <Link
          to="/centersetting"
          className={`icon-button ${styles.settings}`}
          aria-label={texts.settings.title}
        >
          <Icon name="gear" />
        </Link>
        <div className={styles.person}>
          <Person account={account} failure={failure} />
          <ButtonLink to="/setinfo" kind="soft" size="row">
            {texts.profile.title}
          </ButtonLink>
        </div>
      </div>
      <MembershipCard account={account} waiting={waiting} />
      <Coins account={account} waiting={waiting} />
    </section>
  );
}

function MembershipCard({ account, waiting }: AccountCardProps) {
  const status = account?.status;
  return (
    <div className={membershipStyles.card}>
      <Icon name="crown" />
      <div className={membershipStyles.text}>
        {waiting ? (
          <span className={membershipStyles.skeleton} />
        ) : (
          <>
            <b>{status?.vip === false ? texts.membership.none : texts.mine.membership}</b>
            <p>
              {status?.vip
                ? texts.membership.left(status.daysLeft, status.until)
                : texts.mine.perks}
            </p>
          </>
        )}
      </div>
      <ButtonLink to="/vip" kind="gold" size="row">
        {status?.vip ? texts.mine.renew : texts.mine.upgrade}
      </ButtonLink>
    </div>
  );
}

function Coins({ account, waiting }: AccountCardProps) {
  return (
    <div className={`panel ${coinsStyles.coins}`}>
      <IconDisc name="coin" />
      <div className={coinsStyles.text}>
        <p className={coinsStyles.label}>{texts.mine.coins}</p>
        {waiting ? (
          <span className={coinsStyles.skeleton} />
        ) : (
          <p className={coinsStyles.amount}>
            <AmountLabel value={account?.coins ?? "--"} /> {texts.mine.unit}
          </p>
        )}
      </div>
      <ButtonLink to="/pay" kind="tint" size="row">
        {texts.mine.recharge}
      </ButtonLink>
    </div>
  );
}

function useRevalidateOutdated(shown: PublicMember | undefined): void {
  const { revalidate } = useRevalidator();
  const member = useMember();
  const revalidatedFor = useRef<PublicMember>();
  useEffect(() => {
    if (!member || !shown || revalidatedFor.current === member) return;
    const names = Object.keys(member) as (keyof PublicMember)[];
    if (names.every((name) => member[name] === shown[name])) return;
    revalidatedFor.current = member;
    revalidate();
  }, [member, shown, revalidate]);
}

function Person({ account, failure }: AccountCardProps) {
  const isWaiting = !account && failure === undefined;
  return (
    <>
      {isWaiting ? <Skeleton shape="round64" /> : <Avatar src={account?.avatar ?? ""} />}
      <div className={personStyles.facts}>
        {isWaiting && (
          <>
            <Skeleton />
            <Skeleton shape="short" />
          </>
        )}
        {failure !== undefined && <LoadError message={failure} small />}
        {account && <Facts {...account} />}
      </div>
    </>
  );
}

const Facts = ({ nickname, code, vipPeriod, status }: MemberAccount) => (
  <>
    <p className={personStyles.name}>
      <span>{nickname || texts.mine.guest}</span>
      <VipPeriodBadge period={vipPeriod} active={status.vip} />
    </p>
    <p className={personStyles.id}>
      <span>{texts.mine.id(code)}</span>
      <button
        type="button"
        className="icon-button"
        aria-label={texts.mine.copyId}
        onClick={() => copyText(code)}
      >
        <Icon name="copy" size={14} />
      </button>
    </p>
  </>
);
