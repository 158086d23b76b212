import type { Later } from "../../../server/domain/soon.ts";
import { Link } from "../../navigation/link.tsx";
import { useSite } from "../../session/use-site.ts";
import { texts } from "../../texts/index.ts";
import { drawingHref, Icon } from "../../ui/media/icon.tsx";
import styles from "./header.module.css";
import { type Tag, TagStrip } from "./tag-strip.tsx";

export function Header({ tags }: { tags: Later<Tag[]> }) {
  const site = useSite();
  return (
    <header className={styles.header}>
      <div className={styles.row}>
        <h1 className={styles.brand}>
          <Link to="/" aria-label={site?.name}>
            <svg aria-hidden="true">
              <use href={drawingHref("logo")} />
            </svg>
            <span>{site?.name}</span>
          </Link>
        </h1>
        <Link to="/sreach" className={styles.search}>
          <Icon name="search" size={18} />
          {texts.home.search}
        </Link>
        <Link to="/sign" className={styles.icon} aria-label={texts.home.signIn}>
          <Icon name="sign" />
        </Link>
        <Link to="/history" className={styles.icon} aria-label={texts.home.history}>
          <Icon name="clock" />
        </Link>
        <a
          href={site?.customerServiceUrl}
          target="_blank"
          rel="noopener noreferrer"
          className={styles.icon}
          aria-label={texts.home.service}
        >
          <Icon name="headset" />
        </a>
      </div>
      <TagStrip tags={tags} />
    </header>
  );
}
