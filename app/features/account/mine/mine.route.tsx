import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { DeferredOutcome } from "../../../../server/outcomes/defer-after.ts";
import type { MemberAccount } from "../../../../server/session/member.ts";
import { Link } from "../../../navigation/link.tsx";
import { PaymentStatus } from "../../../purchase/payment-status.tsx";
import { useSite } from "../../../session/site.ts";
import { texts } from "../../../texts/index.ts";
import { AdSwiper, AdSwiperSkeleton } from "../../../ui/ads/ad-swiper.tsx";
import { Icon, type IconName } from "../../../ui/basics/icon.tsx";
import { Deferred, OptionalDeferred } from "../../../ui/feedback/deferred.tsx";
import { FormMessage } from "../../../ui/form/form-message.tsx";
import { MenuExternalLink, MenuLink, MenuList } from "../../../ui/layout/menu-list.tsx";
import { pageTitle } from "../../../ui/layout/page-title.ts";
import { ContinueWatching } from "../../continue/continue-watching.tsx";
import { AccountCard } from "./account-card.tsx";
import accountMenuStyles from "./account-menu.module.css";
import styles from "./mine.module.css";

export async function loader({ context }: LoaderFunctionArgs) {
  const swiper = async () => ({ ads: (await context.ads()).mine });
  const page = await context.deferPage({ account: context.member.account(), swiper: swiper() });
  return { ...page, flashMessage: context.takeFlash() };
}

export const meta: MetaFunction = ({ matches }) => pageTitle(texts.tabs.mine, matches);

export default function Mine() {
  const { account, swiper, flashMessage } = useLoaderData<typeof loader>();
  return (
    <main className={styles.mine}>
      <h1 className="visually-hidden">{texts.tabs.mine}</h1>
      <FormMessage kind="warning" text={flashMessage} />
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

const words = texts.mine;

const quick: { to: string; icon: IconName; name: string }[] = [
  { to: "/sign", icon: "sign", name: words.tasks },
  { to: "/share", icon: "gift", name: words.invite },
  { to: "/history", icon: "clock", name: words.history },
  { to: "/service", icon: "chat", name: words.chat },
];

const QuickMenu = () => (
  <nav className={`panel ${accountMenuStyles.quick}`} aria-label={words.quick}>
    {quick.map(({ to, icon, name }) => (
      <Link key={to} to={to}>
        <Icon name={icon} />
        {name}
      </Link>
    ))}
  </nav>
);

function AccountMenu({ account }: { account: DeferredOutcome<MemberAccount> }) {
  const site = useSite();
  return (
    <MenuList label={words.more}>
      <MenuLink to="/collengt" icon="star" label={words.favourites} />
      <MenuLink to="/later" icon="list" label={words.later} />
      <MenuLink to="/codelist" icon="people" label={words.invited} />
      <MenuLink to="/agent" icon="wallet" label={words.funds} />
      <MenuLink to="/tx" icon="coin" label={words.withdraw} />
      <MenuLink to="/feed" icon="edit" label={words.feedback} />
      <MenuLink to="/setpaw" icon="key" label={texts.password.title} />
      <OptionalDeferred value={account}>
        {({ isGuest }) =>
          isGuest && (
            <MenuLink to="/setpaw#guest-account" icon="save" label={texts.credentials.title} />
          )
        }
      </OptionalDeferred>
      {site && (
        <MenuExternalLink href={site.customerServiceUrl} icon="headset" label={words.service} />
      )}
    </MenuList>
  );
}
