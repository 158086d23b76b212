import { texts } from "../../texts/index.ts";
import { Icon } from "../../ui/media/icon.tsx";
import { type CheckIns, type Reward, streakOf, week } from "./streak.ts";
import styles from "./week-strip.module.css";

/** The seven days of the cycle: ticked, today, ahead. */
export function WeekStrip({ checkIns }: { checkIns: CheckIns }) {
  return (
    <ol className={styles.week} aria-label={texts.rewards.streak(streakOf(checkIns))}>
      {week(checkIns).map(({ day, reward, today, done }) => (
        <li
          key={day}
          className={[
            styles.day,
            reward.kind === "vipDays" && styles.gold,
            done && styles.done,
            today && styles.today,
          ]
            .filter(Boolean)
            .join(" ")}
          aria-current={today ? "date" : undefined}
        >
          <span>{texts.rewards.day(day)}</span>
          <Mark reward={reward} done={done} />
          <span className={styles.reward}>
            <Amount {...reward} />
          </span>
        </li>
      ))}
    </ol>
  );
}

function Mark({ reward, done }: { reward: Reward; done: boolean }) {
  if (!done) return <Icon name={reward.kind === "vipDays" ? "crown" : "coin"} size={22} />;
  return (
    <span className={styles.tick} role="img" aria-label={texts.rewards.done}>
      <Icon name="check" size={14} />
    </span>
  );
}

/** Seven cells leave room for +1 and +1天; the unit is said, and drawn above. */
function Amount({ kind, amount }: Reward) {
  const unit = texts.rewards.units[kind];
  const shown = kind === "vipDays" ? 1 : 0;
  return (
    <>
      +{amount}
      {unit.slice(0, shown)}
      <span className="visually-hidden">{unit.slice(shown)}</span>
    </>
  );
}
