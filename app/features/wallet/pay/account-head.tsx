import type { MemberAccount } from "../../../../server/session/member.ts";
import { texts } from "../../../texts/index.ts";
import { AmountLabel } from "../../../ui/layout/amount.tsx";
import { Skeleton } from "../../../ui/layout/skeleton.tsx";
import { Avatar } from "../../../ui/media/avatar.tsx";
import { Icon } from "../../../ui/media/icon.tsx";
import { VipPeriodBadge } from "../../../ui/video/vip-period-badge.tsx";
import styles from "./account-head.module.css";

export function AccountHead({ member }: { member: MemberAccount }) {
  const { avatar, nickname, vipPeriod, status, coins } = member;
  return (
    <section className={`panel ${styles.head}`}>
      <div className={styles.member}>
        <Avatar src={avatar} />
        <div className={styles.text}>
          <p className={styles.name}>
            <span>{nickname || texts.mine.guest}</span>
            <VipPeriodBadge period={vipPeriod} active={status.vip} />
          </p>
          <p className={styles.status}>
            {status.vip
              ? texts.membership.left(status.daysLeft, status.until)
              : texts.membership.none}
          </p>
        </div>
      </div>
      <p className={styles.coins}>
        <Icon name="coin" size={20} />
        <span>{texts.pay.coins}</span>
        <AmountLabel value={coins} />
      </p>
    </section>
  );
}

export const AccountHeadSkeleton = () => (
  <div className={`panel ${styles.head}`} aria-hidden="true">
    <div className={styles.member}>
      <Skeleton shape="round64" />
      <div className={styles.text}>
        <Skeleton />
        <Skeleton shape="short" />
      </div>
    </div>
    <div className={styles.coins}>
      <Skeleton />
    </div>
  </div>
);
