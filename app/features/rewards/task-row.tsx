import type { ReactNode } from "react";
import { texts } from "../../texts/index.ts";
import { showToast } from "../../ui/feedback/toast.tsx";
import { Button, ButtonLink, buttonClass } from "../../ui/form/button.tsx";
import panelRows from "../../ui/layout/panel-row.module.css";
import { Icon, type IconName } from "../../ui/media/icon.tsx";
import type { TaskIntent } from "./task-intents.ts";
import styles from "./task-row.module.css";
import { useDailyTask } from "./use-daily-task.ts";

interface TaskProps {
  icon: IconName;
  name: string;
  reward: string;
  gold?: boolean;
}

function Row({ icon, name, reward, gold = false, children }: TaskProps & { children: ReactNode }) {
  return (
    <li className={`${panelRows.row} ${gold ? styles.gold : ""}`}>
      <span className={styles.disc}>
        <Icon name={icon} size={22} />
      </span>
      <div className={`${panelRows.text} ${styles.text}`}>
        <h3>{name}</h3>
        <p>{reward}</p>
      </div>
      {children}
    </li>
  );
}

interface ClaimTaskProps extends TaskProps {
  task: TaskIntent;
  /** What somebody is told who claims it once more. */
  before: string;
  date: string;
  member: string;
}

/** A task whose reward is claimed by a tap, once a day. A tap on a claimed one says so again. */
export function ClaimTask({ task, before, date, member, ...row }: ClaimTaskProps) {
  const { Form, done, busy } = useDailyTask(task, date, member);
  return (
    <Row {...row}>
      {done ? (
        <Button kind="done" size="row" onClick={() => showToast(before)}>
          {texts.rewards.claimed}
        </Button>
      ) : (
        <Form method="post">
          <input type="hidden" name="intent" value={task} />
          <Button type="submit" size="row" disabled={busy}>
            {texts.rewards.claim}
          </Button>
        </Form>
      )}
    </Row>
  );
}

interface LinkTaskProps extends TaskProps {
  to: string;
  action: string;
  claimed?: boolean;
}

/** A task that is done elsewhere, and whose reward comes by itself. */
export function LinkTask({ to, action, claimed = false, ...task }: LinkTaskProps) {
  return (
    <Row {...task}>
      {claimed ? (
        <span className={buttonClass({ kind: "done", size: "row" })}>{texts.rewards.claimed}</span>
      ) : (
        <ButtonLink to={to} kind="tint" size="row">
          {action}
        </ButtonLink>
      )}
    </Row>
  );
}
