import type { DeferredOutcome } from "../../../../server/domain/defer-after.ts";
import type { MemberAccount } from "../../../../server/session/member.ts";
import { Link } from "../../../navigation/link.tsx";
import { useSite } from "../../../session/site.ts";
import { texts } from "../../../texts/index.ts";
import { OptionalDeferred } from "../../../ui/feedback/deferred.tsx";
import { MenuExternalLink, MenuLink, MenuList } from "../../../ui/layout/menu-list.tsx";
import { Icon, type IconName } from "../../../ui/media/icon.tsx";
import styles from "./account-menu.module.css";

const words = texts.mine;

const quick: { to: string; icon: IconName; name: string }[] = [
  { to: "/sign", icon: "sign", name: words.tasks },
  { to: "/share", icon: "gift", name: words.invite },
  { to: "/history", icon: "clock", name: words.history },
  { to: "/service", icon: "chat", name: words.chat },
];

export const QuickMenu = () => (
  <nav className={`panel ${styles.quick}`} aria-label={words.quick}>
    {quick.map(({ to, icon, name }) => (
      <Link key={to} to={to}>
        <Icon name={icon} />
        {name}
      </Link>
    ))}
  </nav>
);

interface AccountMenuProps {
  account: DeferredOutcome<MemberAccount>;
}

export function AccountMenu({ account }: AccountMenuProps) {
  const site = useSite();
  return (
    <MenuList label={words.more}>
      <MenuLink to="/collengt" icon="star" label={words.favourites} />
      <MenuLink to="/later" icon="list" label={words.later} />
      <MenuLink to="/codelist" icon="people" label={words.invited} />
      <MenuLink to="/agent" icon="wallet" label={words.funds} />
      <MenuLink to="/tx" icon="coin" label={words.withdraw} />
      <MenuLink to="/feed" icon="edit" label={words.feedback} />
      <MenuLink to="/setpaw" icon="key" label={words.password} />
      <OptionalDeferred value={account}>
        {({ isGuest }) =>
          isGuest && <MenuLink to="/setpaw#guest-account" icon="save" label={words.guestAccount} />
        }
      </OptionalDeferred>
      {site && (
        <MenuExternalLink href={site.customerServiceUrl} icon="headset" label={words.service} />
      )}
    </MenuList>
  );
}
