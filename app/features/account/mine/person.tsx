import type { MemberAccount } from "../../../../server/session/member.ts";
import { texts } from "../../../texts/index.ts";
import { copyText } from "../../../ui/feedback/copy-text.ts";
import { LoadError } from "../../../ui/feedback/load-error.tsx";
import { Skeleton } from "../../../ui/layout/skeleton.tsx";
import { Avatar } from "../../../ui/media/avatar.tsx";
import { Icon } from "../../../ui/media/icon.tsx";
import { VipPeriodBadge } from "../../../ui/video/vip-period-badge.tsx";
import styles from "./person.module.css";

interface PersonProps {
  account?: MemberAccount;
  /** The error; undefined while it is loading. */
  failure?: string;
}

export function Person({ account, failure }: PersonProps) {
  if (failure !== undefined) {
    return (
      <>
        <Avatar src="" />
        <div className={styles.facts}>
          <LoadError message={failure} small />
        </div>
      </>
    );
  }
  if (!account) {
    return (
      <>
        <Skeleton shape="round64" />
        <div className={styles.facts}>
          <Skeleton />
          <Skeleton shape="short" />
        </div>
      </>
    );
  }
  const { avatar, nickname, code, vipPeriod, status } = account;
  return (
    <>
      <Avatar src={avatar} />
      <div className={styles.facts}>
        <p className={styles.name}>
          <span>{nickname || texts.mine.guest}</span>
          <VipPeriodBadge period={vipPeriod} active={status.vip} />
        </p>
        <p className={styles.id}>
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
      </div>
    </>
  );
}
