import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import {
  type ClientLoaderFunctionArgs,
  type ShouldRevalidateFunction,
  useActionData,
  useLoaderData,
} from "@remix-run/react";
import { offlineAsParts, offlineClientAction } from "../../navigation/offline-results.ts";
import { texts } from "../../texts/index.ts";
import { Deferred, OptionalDeferred } from "../../ui/feedback/deferred.tsx";
import { FormMessage } from "../../ui/form/form-message.tsx";
import { AmountLabel } from "../../ui/layout/amount.tsx";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { pageTitle } from "../../ui/layout/page-title.ts";
import { PanelRowsSkeleton, Skeleton } from "../../ui/layout/skeleton.tsx";
import { CheckIn } from "./check-in.tsx";
import styles from "./rewards.module.css";
import { doDailyTask, type TaskResult, taskCentre } from "./rewards.server.ts";
import { Tasks } from "./task-list.tsx";
import taskRow from "./task-row.module.css";
import strip from "./week-strip.module.css";

export async function loader({ context }: LoaderFunctionArgs) {
  await context.member.arrive();
  return context.deferPage({
    centre: taskCentre(context),
    recharged: context.api.rewards.firstRecharge(),
  });
}

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
    <div className="page">
      <PageHeader title={texts.rewards.title} />
      <main className="content">
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
                  without={<Tasks {...tasks} recharged={false} />}
                >
                  {(recharged) => <Tasks {...tasks} recharged={recharged} />}
                </OptionalDeferred>
              </>
            );
          }}
        </Deferred>
      </main>
    </div>
  );
}

const Balance = ({ coins }: { coins: number }) => (
  <section className={styles.balance}>
    <h2>{texts.rewards.balance}</h2>
    <AmountLabel value={coins} size={36} />
  </section>
);

function TaskNotice({ result }: { result: TaskResult | undefined }) {
  if (!result) return null;
  if (!result.ok) return <FormMessage kind="failed" text={result.message} />;
  return (
    <FormMessage kind={result.data.firstTime ? "done" : "failed"} text={result.data.message} />
  );
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
