import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { FormEvent, ReactNode } from "react";
import type { MemberAccount } from "../../../../server/session/member.ts";
import { usePayment } from "../../../purchase/cashier.ts";
import { PaymentStatus } from "../../../purchase/payment-status.tsx";
import { usePurchaseState } from "../../../purchase/purchase.ts";
import { texts } from "../../../texts/index.ts";
import { Icon } from "../../../ui/basics/icon.tsx";
import { Deferred } from "../../../ui/feedback/deferred.tsx";
import { loadErrorPanel } from "../../../ui/feedback/load-error.tsx";
import { FormMessage } from "../../../ui/form/form-message.tsx";
import { RadioRowsSkeleton } from "../../../ui/form/radio-rows.tsx";
import { formatNumber } from "../../../ui/format/format.ts";
import { AmountLabel } from "../../../ui/layout/amount.tsx";
import { PageHeader } from "../../../ui/layout/page-header.tsx";
import { pageTitle } from "../../../ui/layout/page-title.ts";
import { Skeleton } from "../../../ui/layout/skeleton.tsx";
import { Avatar } from "../../../ui/media/avatar.tsx";
import { VipPeriodBadge } from "../../../ui/video/vip-period-badge.tsx";
import styles from "./account-head.module.css";
import { membershipText, PayBar, PaymentChannels, PayStep } from "./checkout.tsx";
import { CoinOptions, CoinOptionsSkeleton, useFreeAmount } from "./coin-options.tsx";
import bar from "./pay-bar.module.css";
import { coinGoods, orderCoins } from "./paying.server.ts";

const FORM = "pay";

export async function loader({ context, request }: LoaderFunctionArgs) {
  const member = context.member.account();
  return context.deferPage({ member, goods: coinGoods(context, request, member) });
}

export const action = ({ context, request }: ActionFunctionArgs) => orderCoins(context, request);

export { neverAfterActions as shouldRevalidate } from "../../../navigation/revalidation.ts";
export { payingClientAction as clientAction } from "../../../purchase/cashier.ts";

export const meta: MetaFunction = ({ matches }) => pageTitle(texts.pay.title, matches);

export default function Pay() {
  const { member, goods } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { paying, pay, address } = usePayment("coins");
  const { field, checkBeforePaying } = useFreeAmount();
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    if (checkBeforePaying(event.currentTarget)) pay(event);
    else event.preventDefault();
  };
  return (
    <div className={`page ${bar.page}`}>
      <PageHeader title={texts.pay.title} />
      {result?.ok ? (
        <PayStep product="coins" order={result.data} />
      ) : (
        <main className="content">
          <FormMessage kind="failed" text={result?.message} />
          <PaymentStatus />
          <Deferred value={member} skeleton={<AccountHeadSkeleton />} failed={loadErrorPanel}>
            {(card) => <AccountHead member={card} />}
          </Deferred>
          <Deferred
            value={goods}
            skeleton={
              <CoinChoices amounts={<CoinOptionsSkeleton />} channels={<RadioRowsSkeleton />} />
            }
            failed={loadErrorPanel}
          >
            {({ options, channels, missing, chosen }) => (
              <CoinChoices
                notice={<TooFewCoins missing={missing} />}
                amounts={<CoinOptions {...{ options, chosen, field }} form={FORM} />}
                channels={<PaymentChannels names={channels} form={FORM} />}
              />
            )}
          </Deferred>
          <form id={FORM} method="post" action={address} onSubmit={onSubmit}>
            <PayBar goods={goods} kind="brand" label={texts.pay.recharge} paying={paying} />
          </form>
        </main>
      )}
    </div>
  );
}

function TooFewCoins({ missing }: { missing: number }) {
  const notes = missing > 0 ? [texts.pay.tooFew(formatNumber(missing))] : [];
  if (usePurchaseState().state === "shortOfCoins") notes.push(texts.pay.andThen);
  return <FormMessage kind="warning" text={notes.join("，")} />;
}

interface CoinChoicesProps {
  notice?: ReactNode;
  amounts: ReactNode;
  channels: ReactNode;
}

const CoinChoices = ({ notice, amounts, channels }: CoinChoicesProps) => (
  <>
    {notice}
    <h2 className="section-title">{texts.pay.options}</h2>
    {amounts}
    <h2 className="section-title">{texts.payment.channels}</h2>
    {channels}
  </>
);

function AccountHead({ member }: { member: MemberAccount }) {
  const { avatar, nickname, vipPeriod, status, coins } = member;
  return (
    <section className={`panel ${styles.head}`}>
      <div className={styles.member}>
        <Avatar src={avatar} />
        <div className={styles.text}>
          <p className={styles.name}>
            <span>{nickname || texts.mine.guest}</span>
            <VipPeriodBadge period={vipPeriod} active={status.vip} />
          </p>
          <p className={styles.status}>{membershipText(status)}</p>
        </div>
      </div>
      <p className={styles.coins}>
        <Icon name="coin" size={20} />
        <span>{texts.mine.coins}</span>
        <AmountLabel value={coins} />
      </p>
    </section>
  );
}

const AccountHeadSkeleton = () => (
  <div className={`panel ${styles.head}`} aria-hidden="true">
    <div className={styles.member}>
      <Skeleton shape="round64" />
      <div className={styles.text}>
        <Skeleton />
        <Skeleton shape="short" />
      </div>
    </div>
    <div className={styles.coins}>
      <Skeleton />
    </div>
  </div>
);
