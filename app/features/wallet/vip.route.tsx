import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { texts } from "../../texts.ts";
import { failedPanel } from "../../ui/failure.tsx";
import { FormNews } from "../../ui/form-news.tsx";
import { Later } from "../../ui/later.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { pageTitle } from "../../ui/page-title.ts";
import { RadioRowsSkeleton } from "../../ui/radio-rows.tsx";
import { Benefits, Questions } from "./benefits.tsx";
import { Channels } from "./channels.tsx";
import { Countdown } from "./countdown.tsx";
import bar from "./pay-bar.module.css";
import { PayBar, Sum } from "./pay-bar.tsx";
import { PayStep } from "./pay-step.tsx";
import { orderPlan } from "./paying.server.ts";
import { PlanCarousel } from "./plan-carousel.tsx";
import { FIRST_PLAN, plans } from "./plans.ts";
import { usePayment } from "./use-payment.ts";
import styles from "./vip.module.css";

const ADDRESS = "/vip";
const FORM = "vip";

export const loader = ({ context }: LoaderFunctionArgs) =>
  context.patiently({ goods: context.api.wallet.goods() });

export const action = ({ context, request }: ActionFunctionArgs) => orderPlan(context, request);

export {
  payingClientAction as clientAction,
  payingShouldRevalidate as shouldRevalidate,
} from "./use-payment.ts";

export const meta: MetaFunction = ({ matches }) => pageTitle(texts.vip.title, matches);

export default function Vip() {
  const { goods } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [chosen, setChosen] = useState<number>(FIRST_PLAN);
  const { paying, pay } = usePayment("vip", ADDRESS);
  const plan = plans[chosen] ?? plans[FIRST_PLAN];
  if (answer && "payAddress" in answer) {
    return (
      <div className="page">
        <PageHeader title={texts.vip.title} />
        <PayStep product="vip" order={answer} />
      </div>
    );
  }
  return (
    <div className={`page ${bar.page}`}>
      <div className={styles.stage}>
        <PageHeader title={texts.vip.title} />
        <PlanCarousel form={FORM} chosen={chosen} onChoose={setChosen} />
      </div>
      <main className={`content ${styles.body}`}>
        {answer && <FormNews kind="failed" text={answer.error} />}
        <Countdown />
        <h2 className="section-title">{texts.payment.channels}</h2>
        <Later value={goods} skeleton={<RadioRowsSkeleton rows={3} />} failed={failedPanel}>
          {({ channels }) => <Channels names={channels} form={FORM} />}
        </Later>
        <h2 className="section-title">{texts.vip.benefitsTitle}</h2>
        <Benefits />
        <h2 className="section-title">{texts.vip.questionsTitle}</h2>
        <Questions />
      </main>
      <form id={FORM} method="post" action={ADDRESS} onSubmit={pay}>
        <PayBar goods={goods} kind="gold" label={texts.vip.open} paying={paying}>
          <Sum price={plan.price} note={texts.vip.days(plan.days)} />
        </PayBar>
      </form>
    </div>
  );
}
