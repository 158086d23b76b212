import { useLocation } from "@remix-run/react";
import { Link } from "../../navigation/link.tsx";
import { texts } from "../../texts/index.ts";
import { Icon, type IconName } from "../media/icon.tsx";
import styles from "./tab-bar.module.css";

const tabs: { to: string; icon: IconName; name: string }[] = [
  { to: "/", icon: "home", name: texts.tabs.home },
  { to: "/category", icon: "topics", name: texts.tabs.topics },
  { to: "/publish", icon: "moon", name: texts.tabs.hidden },
  { to: "/collengt", icon: "star", name: texts.tabs.favourites },
  { to: "/mine", icon: "user", name: texts.tabs.mine },
];

export function TabBar() {
  const { pathname } = useLocation();
  return (
    <nav className={styles.bar} aria-label={texts.navigation.main}>
      {tabs.map(({ to, icon, name }) => (
        <Link key={to} to={to} aria-current={to === pathname ? "page" : undefined}>
          <Icon name={icon} />
          {name}
        </Link>
      ))}
    </nav>
  );
}
