import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PaymentStatus } from "../../../purchase/payment-status.tsx";
import { texts } from "../../../texts/index.ts";
import { AdSwiper, AdSwiperSkeleton } from "../../../ui/ads/ad-swiper.tsx";
import { Deferred, OptionalDeferred } from "../../../ui/feedback/deferred.tsx";
import { FormMessage } from "../../../ui/form/form-message.tsx";
import { pageTitle } from "../../../ui/layout/page-title.ts";
import { ContinueWatching } from "../../../ui/video/continue-watching.tsx";
import { AccountCard } from "./account-card.tsx";
import { AccountMenu, QuickMenu } from "./account-menu.tsx";
import styles from "./mine.module.css";
import { mineAds } from "./mine.server.ts";

export async function loader({ context }: LoaderFunctionArgs) {
  await context.member.arrive();
  const page = await context.deferPage({
    account: context.member.account(),
    swiper: mineAds(context),
  });
  return { ...page, flashMessage: context.takeFlash() };
}

export const meta: MetaFunction = ({ matches }) => pageTitle(texts.mine.title, matches);

export default function Mine() {
  const { account, swiper, flashMessage } = useLoaderData<typeof loader>();
  return (
    <main className={styles.mine}>
      <h1 className="visually-hidden">{texts.mine.title}</h1>
      {flashMessage && <FormMessage kind="warning" text={flashMessage} />}
      <PaymentStatus className={styles.inset} />
      <Deferred
        value={account}
        skeleton={<AccountCard waiting />}
        failed={(message) => <AccountCard failure={message} />}
      >
        {(loaded) => <AccountCard account={loaded} />}
      </Deferred>
      <QuickMenu />
      <ContinueWatching />
      <OptionalDeferred value={swiper} skeleton={<AdSwiperSkeleton low />}>
        {({ ads }) => <AdSwiper ads={ads} label={texts.mine.swiper} low />}
      </OptionalDeferred>
      <AccountMenu account={account} />
    </main>
  );
}
