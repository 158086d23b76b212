import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import { texts } from "../../texts/index.ts";
import { Button } from "../../ui/form/button.tsx";
import { Icon } from "../../ui/media/icon.tsx";
import styles from "./rewards.module.css";
import { type CheckIns, type Reward, streakOf, week } from "./streak.ts";
import { taskIntents } from "./task-intents.ts";
import { useDailyTask } from "./use-daily-task.ts";
import weekStripStyles from "./week-strip.module.css";

interface CheckInProps {
  checkIns: CheckIns & { msUntilMidnight: number };
  member: string;
}

/** Check-ins recorded only on this device count too. */
export function CheckIn({ checkIns, member }: CheckInProps) {
  const { Form, form, done, busy } = useDailyTask(taskIntents.checkIn, checkIns.today, member);
  useNextDay(checkIns.msUntilMidnight);
  const current = { ...checkIns, signedToday: checkIns.signedToday || done };
  return (
    <section className={`panel ${styles.panel}`}>
      <p className={styles.streak}>{texts.rewards.streak(streakOf(current))}</p>
      <WeekStrip checkIns={current} />
      <Form {...form} className={styles.checkIn}>
        <input type="hidden" name="intent" value={taskIntents.checkIn} />
        <Button type="submit" disabled={current.signedToday || busy}>
          {current.signedToday ? texts.rewards.signed : texts.rewards.checkIn}
        </Button>
      </Form>
    </section>
  );
}

function WeekStrip({ checkIns }: { checkIns: CheckIns }) {
  return (
    <ol className={weekStripStyles.week} aria-label={texts.rewards.streak(streakOf(checkIns))}>
      {week(checkIns).map(({ day, reward, today, done }) => (
        <li
          key={day}
          className={[
            weekStripStyles.day,
            reward.kind === "vipDays" && weekStripStyles.gold,
            done && weekStripStyles.done,
            today && weekStripStyles.today,
          ]
            .filter(Boolean)
            .join(" ")}
          aria-current={today ? "date" : undefined}
        >
          <span>{texts.rewards.day(day)}</span>
          <Mark reward={reward} done={done} />
          <span className={weekStripStyles.reward}>
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
    <span
      className={`icon-disc ${weekStripStyles.tick}`}
      role="img"
      aria-label={texts.rewards.done}
    >
      <Icon name="check" size={14} />
    </span>
  );
}

/** The cells are too narrow for the unit, which is for screen readers. */
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

const A_MOMENT_MS = 500;

function useNextDay(msUntilMidnight: number) {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const end = Date.now() + msUntilMidnight + A_MOMENT_MS;
    const look = () => document.visibilityState === "visible" && Date.now() >= end && revalidate();
    const timer = setTimeout(look, msUntilMidnight + A_MOMENT_MS);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [msUntilMidnight, revalidate]);
}
