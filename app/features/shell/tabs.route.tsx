import { Outlet, useLocation, useNavigate } from "@remix-run/react";
import { type MouseEvent, useEffect } from "react";
import { FAVOURITES_ADDRESS, HIDDEN_ADDRESS } from "../../addresses.ts";
import { reopenEntry } from "../../navigation/history-entry.ts";
import { Link, opensHere, useFollow } from "../../navigation/link.tsx";
import { scrollToTop } from "../../navigation/scroll-place.ts";
import { texts } from "../../texts/index.ts";
import { Icon, type IconName } from "../../ui/basics/icon.tsx";
import tabBarStyles from "../../ui/layout/tab-bar.module.css";
import styles from "./tabs.module.css";

export default function Tabs() {
  return (
    <>
      <div className={`page wide ${styles.above}`}>
        <Outlet />
      </div>
      <TabBar />
    </>
  );
}

const tabs: { to: string; icon: IconName; name: string }[] = [
  { to: "/", icon: "home", name: texts.tabs.home },
  { to: "/category", icon: "topics", name: texts.tabs.topics },
  { to: HIDDEN_ADDRESS, icon: "moon", name: texts.tabs.hidden },
  { to: FAVOURITES_ADDRESS, icon: "star", name: texts.tabs.favourites },
  { to: "/mine", icon: "user", name: texts.tabs.mine },
];

function TabBar() {
  const { pathname } = useLocation();
  const onTap = useOnTabTap();
  return (
    <nav className={tabBarStyles.bar} aria-label={texts.navigation.main} data-bottom-bar="tabs">
      {tabs.map(({ to, icon, name }) => (
        <Link
          key={to}
          to={to}
          aria-current={to === pathname ? "page" : undefined}
          onClick={(event) => onTap(event, to)}
        >
          <Icon name={icon} />
          {name}
        </Link>
      ))}
    </nav>
  );
}

const lastShown = new Map<string, { key: string; search: string }>();

function useOnTabTap() {
  const { pathname, search, key } = useLocation();
  const navigate = useNavigate();
  const follow = useFollow();
  useEffect(() => void lastShown.set(pathname, { key, search }), [pathname, search, key]);

  return (event: MouseEvent<HTMLAnchorElement>, to: string) => {
    const last = lastShown.get(to);
    if (!last || !opensHere(event)) return;
    event.preventDefault();
    if (to !== pathname) follow(event.currentTarget, to + last.search, reopenEntry(last.key));
    else if (window.scrollY > 0) scrollToTop();
    else navigate(to + search, { replace: true });
  };
}
