import { texts } from "../../texts/index.ts";
import { rewardText } from "./reward-text.ts";
import { taskIntents } from "./task-intents.ts";
import styles from "./task-row.module.css";
import { ClaimTask, LinkTask } from "./task-row.tsx";

interface TasksProps {
  today: string;
  member: string;
  /** Whether the first recharge has been rewarded. */
  recharged: boolean;
}

const plus = (kind: "coins" | "vipDays", amount: number) =>
  texts.rewards.plus(rewardText({ kind, amount }));

export function Tasks({ today, member, recharged }: TasksProps) {
  return (
    <>
      <h2 className="section-title">{texts.rewards.tasks}</h2>
      <ul className={`panel ${styles.tasks}`}>
        <ClaimTask
          task={taskIntents.dailyLogin}
          icon="sign"
          name={texts.rewards.dailyLogin}
          reward={plus("coins", 1)}
          before={texts.rewards.loggedInBefore}
          date={today}
          member={member}
        />
        <ClaimTask
          task={taskIntents.watching}
          icon="film"
          name={texts.rewards.watching}
          reward={plus("coins", 2)}
          before={texts.rewards.watchedBefore}
          date={today}
          member={member}
        />
        <LinkTask
          icon="gift"
          name={texts.rewards.inviting}
          reward={plus("vipDays", 1)}
          to="/share"
          action={texts.rewards.invite}
          gold
        />
        <LinkTask
          icon="crown"
          name={texts.rewards.firstRecharge}
          reward={plus("coins", 5)}
          to="/vip"
          action={texts.rewards.upgrade}
          claimed={recharged}
        />
      </ul>
    </>
  );
}
