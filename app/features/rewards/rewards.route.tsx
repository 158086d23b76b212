import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import {
  type ClientLoaderFunctionArgs,
  type ShouldRevalidateFunction,
  useActionData,
  useLoaderData,
  useRevalidator,
} from "@remix-run/react";
import { offlineAsParts, offlineClientAction } from "../../results/offline-results.ts";
import { texts } from "../../texts/index.ts";
import { Button } from "../../ui/basics/button.tsx";
import { Icon } from "../../ui/basics/icon.tsx";
import { Deferred, OptionalDeferred } from "../../ui/feedback/deferred.tsx";
import { FormMessage } from "../../ui/form/form-message.tsx";
import { AmountLabel } from "../../ui/layout/amount.tsx";
import { Page } from "../../ui/layout/page-header.tsx";
import { pageTitle } from "../../ui/layout/page-title.ts";
import { PanelRowsSkeleton, Skeleton } from "../../ui/layout/skeleton.tsx";
import { useSignalEffect } from "../../ui/paint.ts";
import styles from "./rewards.module.css";
import { doDailyTask, type TaskResult, taskCentre } from "./rewards.server.ts";
import { type CheckIns, type Reward, streakOf, week } from "./streak.ts";
import { Tasks, useDailyTask } from "./task-list.tsx";
import taskRow from "./task-row.module.css";
import strip from "./week-strip.module.css";

export const loader = ({ context }: LoaderFunctionArgs) =>
  context.deferPage({
    centre: taskCentre(context),
    recharged: context.api.rewards.firstRecharge(),
  });

export const clientLoader = ({ serverLoader }: ClientLoaderFunctionArgs) =>
  offlineAsParts(serverLoader<typeof loader>(), "centre", "recharged");

export const action = ({ context, request }: ActionFunctionArgs) => doDailyTask(context, request);

export const clientAction = offlineClientAction;

export const shouldRevalidate: ShouldRevalidateFunction = ({
  actionResult,
  defaultShouldRevalidate,
}) => {
  const result: TaskResult | undefined = actionResult;
  if (result?.ok === false && result.reason === "offline") return false;
  return defaultShouldRevalidate;
};

export const meta: MetaFunction = ({ matches }) => pageTitle(texts.rewards.title, matches);

export default function RewardsPage() {
  const page = useLoaderData<typeof loader>();
  return (
    <Page title={texts.rewards.title}>
      <TaskNotice result={useActionData<TaskResult>()} />
      <Deferred value={page.centre} skeleton={<RewardsSkeleton />}>
        {({ member, coins, checkIns }) => {
          const tasks = { member, today: checkIns.today };
          return (
            <>
              <Balance coins={coins} />
              <CheckIn checkIns={checkIns} member={member} />
              <OptionalDeferred
                value={page.recharged}
                unavailable={<Tasks {...tasks} recharged={false} />}
              >
                {(recharged) => <Tasks {...tasks} recharged={recharged} />}
              </OptionalDeferred>
            </>
          );
        }}
      </Deferred>
    </Page>
  );
}

const Balance = ({ coins }: { coins: number }) => (
  <section className={styles.balance}>
    <h2>{texts.rewards.balance}</h2>
    <AmountLabel value={coins} size={36} />
  </section>
);

function TaskNotice({ result }: { result: TaskResult | undefined }) {
  if (!result?.ok) return <FormMessage kind="failed" text={result?.message} />;
  const { message, firstTime } = result.data;
  return <FormMessage kind={firstTime ? "done" : "failed"} text={message} />;
}

const RewardsSkeleton = () => (
  <>
    <div className={styles.balance} />
    <div className={`panel ${styles.panel}`} aria-hidden="true">
      <p className={styles.streak}>
        <Skeleton shape="short" />
      </p>
      <div className={strip.week}>
        {[1, 2, 3, 4, 5, 6, 7].map((day) => (
          <span key={day} className={strip.day} />
        ))}
      </div>
      <div className={styles.checkIn}>
        <Skeleton shape="button" />
      </div>
    </div>
    <h2 className="section-title">{texts.rewards.tasks}</h2>
    <PanelRowsSkeleton rows={4} className={`panel ${taskRow.tasks}`} leading="tile40" />
  </>
);

interface CheckInProps {
  checkIns: CheckIns & { msUntilMidnight: number };
  member: string;
}

function CheckIn({ checkIns, member }: CheckInProps) {
  const { Form, form, done, busy } = useDailyTask("checkIn", checkIns.today, member);
  useRevalidateAtMidnight(checkIns.msUntilMidnight);
  const current = { ...checkIns, signedToday: checkIns.signedToday || done };
  return (
    <section className={`panel ${styles.panel}`}>
      <p className={styles.streak}>{texts.rewards.streak(streakOf(current))}</p>
      <WeekStrip checkIns={current} />
      <Form {...form} className={styles.checkIn}>
        <input type="hidden" name="intent" value="checkIn" />
        <Button type="submit" disabled={current.signedToday || busy}>
          {current.signedToday ? texts.rewards.signed : texts.rewards.checkIn}
        </Button>
      </Form>
    </section>
  );
}

function WeekStrip({ checkIns }: { checkIns: CheckIns }) {
  return (
    <ol className={strip.week} aria-label={texts.rewards.streak(streakOf(checkIns))}>
      {week(checkIns).map(({ day, reward, today, done }) => (
        <li
          key={day}
          className={[
            strip.day,
            reward.kind === "vipDays" && strip.gold,
            done && strip.done,
            today && strip.today,
          ]
            .filter(Boolean)
            .join(" ")}
          aria-current={today ? "date" : undefined}
        >
          <span>{texts.rewards.day(day)}</span>
          <Mark reward={reward} done={done} />
          <span className={strip.reward}>
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
    <span className={`icon-disc ${strip.tick}`} role="img" aria-label={texts.rewards.done}>
      <Icon name="check" size={14} />
    </span>
  );
}

/** The cells are too narrow for most units, so the rest is only for screen readers. */
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

const MARGIN_MS = 500;

function useRevalidateAtMidnight(msUntilMidnight: number) {
  const { revalidate } = useRevalidator();
  useSignalEffect([msUntilMidnight, revalidate], (signal) => {
    const end = Date.now() + msUntilMidnight + MARGIN_MS;
    const revalidateIfPast = () =>
      document.visibilityState === "visible" && Date.now() >= end && revalidate();
    const timer = setTimeout(revalidateIfPast, msUntilMidnight + MARGIN_MS);
    document.addEventListener("visibilitychange", revalidateIfPast, { signal });
    signal.addEventListener("abort", () => clearTimeout(timer));
  });
}
