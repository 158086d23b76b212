import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { FormEvent } from "react";
import { texts } from "../../../texts/index.ts";
import { Deferred } from "../../../ui/feedback/deferred.tsx";
import { loadErrorPanel } from "../../../ui/feedback/load-error.tsx";
import { FormMessage } from "../../../ui/form/form-message.tsx";
import { RadioRowsSkeleton } from "../../../ui/form/radio-rows.tsx";
import { PageHeader } from "../../../ui/layout/page-header.tsx";
import { pageTitle } from "../../../ui/layout/page-title.ts";
import { AccountHead, AccountHeadSkeleton } from "../account-head.tsx";
import { Channels } from "./channels.tsx";
import { CoinChoices } from "./coin-choices.tsx";
import { CoinOptions, CoinOptionsSkeleton } from "./coin-options.tsx";
import bar from "./pay-bar.module.css";
import { PayBar } from "./pay-bar.tsx";
import { PayStep } from "./pay-step.tsx";
import { orderCoins } from "./paying.server.ts";
import { useFreeAmount } from "./use-free-amount.ts";
import { usePayment } from "./use-payment.ts";

const ADDRESS = "/pay";
const FORM = "pay";

export async function loader({ context }: LoaderFunctionArgs) {
  await context.member.arrive();
  return context.patiently({ member: context.member.account(), goods: context.api.wallet.goods() });
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
                channels={<Channels names={channels} form={FORM} />}
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
