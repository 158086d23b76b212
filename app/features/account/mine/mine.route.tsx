import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { texts } from "../../../texts/index.ts";
import { AdSwiper, AdSwiperSkeleton } from "../../../ui/ads/ad-swiper.tsx";
import { Deferred, OptionalDeferred } from "../../../ui/feedback/deferred.tsx";
import { pageTitle } from "../../../ui/layout/page-title.ts";
import { AccountCard } from "./account-card.tsx";
import { AccountMenu, QuickMenu } from "./account-menu.tsx";
import styles from "./mine.module.css";
import { mineAds } from "./mine.server.ts";

export async function loader({ context }: LoaderFunctionArgs) {
  await context.member.arrive();
  return context.deferPage({
    account: context.member.account(),
    swiper: mineAds(context),
  });
}

export const meta: MetaFunction = ({ matches }) => pageTitle(texts.mine.title, matches);

export default function Mine() {
  const { account, swiper } = useLoaderData<typeof loader>();
  return (
    <main className={styles.mine}>
      <h1 className="visually-hidden">{texts.mine.title}</h1>
      <Deferred
        value={account}
        skeleton={<AccountCard waiting />}
        failed={(message) => <AccountCard failure={message} />}
      >
        {(loaded) => <AccountCard account={loaded} />}
      </Deferred>
      <QuickMenu />
      <OptionalDeferred value={swiper} skeleton={<AdSwiperSkeleton low />}>
        {({ ads }) => <AdSwiper ads={ads} label={texts.mine.swiper} low />}
      </OptionalDeferred>
      <AccountMenu account={account} />
    </main>
  );
}
