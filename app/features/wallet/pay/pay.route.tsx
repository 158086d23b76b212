import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { FormEvent, ReactNode } from "react";
import { texts } from "../../../texts/index.ts";
import { Deferred } from "../../../ui/feedback/deferred.tsx";
import { loadErrorPanel } from "../../../ui/feedback/load-error.tsx";
import { FormMessage } from "../../../ui/form/form-message.tsx";
import { RadioRowsSkeleton } from "../../../ui/form/radio-rows.tsx";
import { PageHeader } from "../../../ui/layout/page-header.tsx";
import { pageTitle } from "../../../ui/layout/page-title.ts";
import { AccountHead, AccountHeadSkeleton } from "./account-head.tsx";
import { PayBar, PaymentChannels, PayStep } from "./checkout.tsx";
import { CoinOptions, CoinOptionsSkeleton, useFreeAmount } from "./coin-options.tsx";
import bar from "./pay-bar.module.css";
import { orderCoins } from "./paying.server.ts";
import { usePayment } from "./use-payment.ts";

const ADDRESS = "/pay";
const FORM = "pay";

export async function loader({ context }: LoaderFunctionArgs) {
  await context.member.arrive();
  return context.deferPage({
    member: context.member.account(),
    goods: context.api.wallet.goods(),
  });
}

export const action = ({ context, request }: ActionFunctionArgs) => orderCoins(context, request);

export {
  payingClientAction as clientAction,
  payingShouldRevalidate as shouldRevalidate,
} from "./use-payment.ts";

export const meta: MetaFunction = ({ matches }) => pageTitle(texts.pay.title, matches);

export default function Pay() {
  const { member, goods } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { paying, pay } = usePayment("coins", ADDRESS);
  const { field, ready } = useFreeAmount();
  const payIfReady = (event: FormEvent<HTMLFormElement>) => {
    if (ready(event.currentTarget)) pay(event);
    else event.preventDefault();
  };
  return (
    <div className={`page ${bar.page}`}>
      <PageHeader title={texts.pay.title} />
      {result?.ok ? (
        <PayStep product="coins" order={result.data} />
      ) : (
        <main className="content">
          {result && <FormMessage kind="failed" text={result.message} />}
          <Deferred value={member} skeleton={<AccountHeadSkeleton />} failed={loadErrorPanel}>
            {(card) => <AccountHead member={card} />}
          </Deferred>
          <Deferred
            value={goods}
            skeleton={
              <CoinChoices
                amounts={<CoinOptionsSkeleton />}
                channels={<RadioRowsSkeleton rows={3} />}
              />
            }
            failed={loadErrorPanel}
          >
            {({ options, channels }) => (
              <CoinChoices
                amounts={<CoinOptions options={options} form={FORM} field={field} />}
                channels={<PaymentChannels names={channels} form={FORM} />}
              />
            )}
          </Deferred>
          <form id={FORM} method="post" action={ADDRESS} onSubmit={payIfReady}>
            <PayBar goods={goods} kind="brand" label={texts.pay.recharge} paying={paying} />
          </form>
        </main>
      )}
    </div>
  );
}

interface CoinChoicesProps {
  amounts: ReactNode;
  channels: ReactNode;
}

const CoinChoices = ({ amounts, channels }: CoinChoicesProps) => (
  <>
    <h2 className="section-title">{texts.pay.options}</h2>
    {amounts}
    <h2 className="section-title">{texts.payment.channels}</h2>
    {channels}
  </>
);
