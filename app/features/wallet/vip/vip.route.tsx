import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useEffect, useState } from "react";
import { tabStorage, useTabStorage } from "../../../device/storage.ts";
import { usePayment } from "../../../purchase/cashier.ts";
import { PaymentStatus } from "../../../purchase/payment-status.tsx";
import { texts } from "../../../texts/index.ts";
import { Icon, IconDisc, type IconName } from "../../../ui/basics/icon.tsx";
import { Deferred, OptionalDeferred } from "../../../ui/feedback/deferred.tsx";
import { loadErrorPanel } from "../../../ui/feedback/load-error.tsx";
import { FormMessage } from "../../../ui/form/form-message.tsx";
import { RadioRowsSkeleton } from "../../../ui/form/radio-rows.tsx";
import { formatClock } from "../../../ui/format/format.ts";
import { PageHeader } from "../../../ui/layout/page-header.tsx";
import { pageTitle } from "../../../ui/layout/page-title.ts";
import panelRows from "../../../ui/layout/panel-row.module.css";
import { useRenderEvery } from "../../../ui/paint.ts";
import { membershipText, PayBar, PaymentChannels, PayStep, TotalPrice } from "../pay/checkout.tsx";
import bar from "../pay/pay-bar.module.css";
import { membershipStatus, orderPlan } from "../pay/paying.server.ts";
import { FIRST_PLAN, plans } from "../plans.ts";
import benefitsStyles from "./benefits.module.css";
import countdown from "./countdown.module.css";
import { PlanCarousel } from "./plan-carousel.tsx";
import styles from "./vip.module.css";

const FORM = "vip";
const OFFER_MS = 15 * 60_000;
const TICK_MS = 500; // so that no second is skipped

export const loader = ({ context }: LoaderFunctionArgs) =>
  context.deferPage({ goods: context.api.wallet.goods(), status: membershipStatus(context) });

export const action = ({ context, request }: ActionFunctionArgs) => orderPlan(context, request);

export { neverAfterActions as shouldRevalidate } from "../../../navigation/revalidation.ts";
export { payingClientAction as clientAction } from "../../../purchase/cashier.ts";

export const meta: MetaFunction = ({ matches }) => pageTitle(texts.vip.title, matches);

export default function Vip() {
  const { goods, status } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const [chosen, setChosen] = useState<number>(FIRST_PLAN);
  const { paying, pay, address } = usePayment("vip");
  const plan = plans[chosen] ?? plans[FIRST_PLAN];
  if (result?.ok) {
    return (
      <div className="page">
        <PageHeader title={texts.vip.title} />
        <PayStep product="vip" order={result.data} />
      </div>
    );
  }
  return (
    <div className={`page ${bar.page} ${styles.page}`}>
      <div className={styles.stage}>
        <PageHeader title={texts.vip.title} />
        <PlanCarousel form={FORM} chosen={chosen} onChoose={setChosen} />
        <section className={styles.status} aria-label={texts.vip.status}>
          <OptionalDeferred value={status}>
            {(membership) => membership && membershipText(membership)}
          </OptionalDeferred>
        </section>
      </div>
      <main className={`content ${styles.body}`}>
        <FormMessage kind="failed" text={result?.message} />
        <PaymentStatus />
        <Countdown />
        <h2 className="section-title">{texts.payment.channels}</h2>
        <Deferred value={goods} skeleton={<RadioRowsSkeleton />} failed={loadErrorPanel}>
          {({ channels }) => <PaymentChannels names={channels} form={FORM} />}
        </Deferred>
        <h2 className="section-title">{texts.vip.benefitsTitle}</h2>
        <Benefits />
        <h2 className="section-title">{texts.vip.questionsTitle}</h2>
        <Questions />
      </main>
      <form id={FORM} method="post" action={address} onSubmit={pay}>
        <PayBar
          goods={goods}
          kind="gold"
          label={
            <OptionalDeferred value={status} skeleton={texts.vip.open} unavailable={texts.vip.open}>
              {(membership) => (membership?.vip ? texts.vip.renew : texts.vip.open)}
            </OptionalDeferred>
          }
          paying={paying}
        >
          <TotalPrice price={plan.price} note={texts.vip.days(plan.days)} />
        </PayBar>
      </form>
    </div>
  );
}

function Countdown() {
  const since = useTabStorage("offerSince");
  useEffect(() => tabStorage.update("offerSince", (since) => since || Date.now()), []);
  useRenderEvery(TICK_MS);

  const passed = since > 0 ? Math.max(0, Date.now() - since) : 0;
  const timeLeft = formatClock(Math.ceil(Math.max(0, OFFER_MS - passed) / 1_000));
  const [minutes, seconds] = timeLeft.split(":");
  return (
    <div className={countdown.countdown}>
      <span>{texts.vip.offer}</span>
      <span className={countdown.digits} role="timer">
        <b>{minutes}</b>:<b>{seconds}</b>
      </span>
    </div>
  );
}

const { benefits, questions } = texts.vip;

const icons: [IconName, string][] = [
  ["coin", benefits.coins],
  ["crown", benefits.vip],
  ["moon", benefits.hidden],
  ["user", benefits.profile],
  ["hd", benefits.quality],
  ["route", benefits.route],
  ["noad", benefits.ads],
  ["headset", benefits.service],
];

const Benefits = () => (
  <ul className={`panel ${benefitsStyles.benefits}`}>
    {icons.map(([icon, benefit]) => (
      <li key={icon}>
        <IconDisc name={icon} size={20} className={benefitsStyles.disc} />
        {benefit}
      </li>
    ))}
  </ul>
);

const questionIcons: [IconName, string][] = [
  ["alert", questions.failed],
  ["clock", questions.arrival],
  ["noad", questions.warning],
];

const Questions = () => (
  <ul className={`panel ${benefitsStyles.questions}`}>
    {questionIcons.map(([icon, question]) => (
      <li key={icon} className={panelRows.row}>
        <Icon name={icon} size={16} />
        {question}
      </li>
    ))}
  </ul>
);
