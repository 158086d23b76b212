import type { PublicMember } from "../../../server/context/member.ts";
import { texts } from "../../texts.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Icon } from "../../ui/icon.tsx";
import { VipBadge } from "../../ui/vip-badge.tsx";
import styles from "./account-head.module.css";

/** Whose coins are topped up, and how many there are. */
export function AccountHead({ member }: { member: PublicMember }) {
  const { avatar, nickname, vipPeriod, vip, coins } = member;
  return (
    <section className={styles.head}>
      <div className={styles.member}>
        <Avatar src={avatar} size={56} />
        <div className={styles.text}>
          <p className={styles.name}>
            <span>{nickname}</span>
            <VipBadge period={vipPeriod} />
          </p>
          <p className={styles.status}>
            {vip.vip ? texts.pay.left(vip.daysLeft, vip.until) : texts.pay.none}
          </p>
        </div>
      </div>
      <p className={styles.coins}>
        <Icon name="coin" size={20} />
        <span>{texts.pay.coins}</span>
        <b>{coins}</b>
      </p>
    </section>
  );
}

export const AccountHeadSkeleton = () => (
  <div className={`${styles.head} ${styles.bone}`} aria-hidden="true" />
);
