import { texts } from "../../texts/index.ts";
import { Button } from "../../ui/form/button.tsx";
import styles from "./rewards.module.css";
import { type CheckIns, streakOf } from "./streak.ts";
import { taskIntents } from "./task-intents.ts";
import { useDailyTask } from "./use-daily-task.ts";
import { useNextDay } from "./use-next-day.ts";
import { WeekStrip } from "./week-strip.tsx";

interface CheckInProps {
  checkIns: CheckIns & { holdsFor: number };
  member: string;
}

/** The strip and the button below it. A check-in that only this device knows of yet counts as well. */
export function CheckIn({ checkIns, member }: CheckInProps) {
  const { Form, done, busy } = useDailyTask(taskIntents.checkIn, checkIns.today, member);
  useNextDay(checkIns.holdsFor);
  const current = { ...checkIns, signedToday: checkIns.signedToday || done };
  return (
    <section className={`panel ${styles.panel}`}>
      <p className={styles.streak}>{texts.rewards.streak(streakOf(current))}</p>
      <WeekStrip checkIns={current} />
      <Form method="post" className={styles.checkIn}>
        <input type="hidden" name="intent" value={taskIntents.checkIn} />
        <Button type="submit" disabled={current.signedToday || busy}>
          {current.signedToday ? texts.rewards.signed : texts.rewards.checkIn}
        </Button>
      </Form>
    </section>
  );
}
