import { useFetcher } from "@remix-run/react";
import type { ReactNode } from "react";
import { INVITE_VIP_DAYS, TASK_COINS } from "../../../server/contract/rules.ts";
import { recordTaskDone, useTaskDone } from "../../device/storage.ts";
import { texts } from "../../texts/index.ts";
import { Button, ButtonLink, buttonClass } from "../../ui/basics/button.tsx";
import { IconDisc, type IconName } from "../../ui/basics/icon.tsx";
import { showToast } from "../../ui/feedback/toast.tsx";
import { useOnResult } from "../../ui/form/use-checked-form.ts";
import { useOneSubmit } from "../../ui/form/use-one-submit.ts";
import panelRows from "../../ui/layout/panel-row.module.css";
import type { TaskIntent, TaskResult } from "./rewards.server.ts";
import { type Reward, rewardText } from "./streak.ts";
import styles from "./task-row.module.css";

interface TasksProps {
  today: string;
  member: string;
  recharged: boolean;
}

const plus = (kind: Reward["kind"], amount: number) =>
  texts.rewards.plus(rewardText({ kind, amount }));

const claimTasks = [
  {
    task: "dailyLogin",
    icon: "sign",
    name: texts.rewards.dailyLogin,
    reward: plus("coins", TASK_COINS.dailyLogin),
    claimedText: texts.rewards.loggedInBefore,
  },
  {
    task: "watching",
    icon: "film",
    name: texts.rewards.watching,
    reward: plus("coins", TASK_COINS.watching),
    claimedText: texts.rewards.watchedBefore,
  },
] as const;

export function Tasks({ today, member, recharged }: TasksProps) {
  return (
    <>
      <h2 className="section-title">{texts.rewards.tasks}</h2>
      <ul className={`panel ${styles.tasks}`}>
        {claimTasks.map((task) => (
          <ClaimTask key={task.task} {...task} date={today} member={member} />
        ))}
        <LinkTask
          icon="gift"
          name={texts.rewards.inviting}
          reward={plus("vipDays", INVITE_VIP_DAYS)}
          to="/share"
          action={texts.rewards.invite}
          gold
        />
        <LinkTask
          icon="crown"
          name={texts.rewards.firstRecharge}
          reward={plus("coins", TASK_COINS.firstRecharge)}
          to="/vip"
          action={texts.rewards.upgrade}
          claimed={recharged}
        />
      </ul>
    </>
  );
}

interface TaskProps {
  icon: IconName;
  name: string;
  reward: string;
  gold?: boolean;
}

function Row({ icon, name, reward, gold = false, children }: TaskProps & { children: ReactNode }) {
  return (
    <li className={`${panelRows.row} ${gold ? styles.gold : ""}`}>
      <IconDisc name={icon} size={22} className={styles.disc} />
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
  claimedText: string;
  date: string;
  member: string;
}

function ClaimTask({ task, claimedText, date, member, ...row }: ClaimTaskProps) {
  const { Form, form, done, busy } = useDailyTask(task, date, member);
  return (
    <Row {...row}>
      {done ? (
        <Button kind="done" size="row" onClick={() => showToast(claimedText)}>
          {texts.rewards.claimed}
        </Button>
      ) : (
        <Form {...form}>
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

function LinkTask({ to, action, claimed = false, ...task }: LinkTaskProps) {
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

const storedAs = {
  checkIn: "signedDates",
  dailyLogin: "dailyLoginClaimed",
  watching: "vipVideoDate",
} as const;

export function useDailyTask(task: TaskIntent, date: string, member: string) {
  const { Form, data, state } = useFetcher<TaskResult>();
  const { onSubmit } = useOneSubmit(state, data);
  const done = useTaskDone(storedAs[task], date, member);

  useOnResult(data, (result) => {
    if (!result.ok) return showToast(result.message, { kind: "failed" });
    showToast(result.data.message, { kind: result.data.firstTime ? "done" : "failed" });
    recordTaskDone(storedAs[task], date, member);
  });

  return { Form, form: { method: "post", onSubmit } as const, done, busy: state !== "idle" };
}
