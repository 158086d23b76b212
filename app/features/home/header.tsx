import { useNavigation, useSearchParams } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { DeferredOutcome } from "../../../server/outcomes/defer-after.ts";
import { Link } from "../../navigation/link.tsx";
import { useSite } from "../../session/site.ts";
import { texts } from "../../texts/index.ts";
import { Drawing, Icon } from "../../ui/basics/icon.tsx";
import { OptionalDeferred } from "../../ui/feedback/deferred.tsx";
import { useMouseScroll } from "../../ui/use-mouse-scroll.ts";
import styles from "./header.module.css";
import { HOME_TAG, homeAddress, parseHomeQuery } from "./home-query.ts";

export function Header({ tags }: { tags: DeferredOutcome<Tag[]> }) {
  const site = useSite();
  return (
    <header className={styles.header}>
      <div className={styles.row}>
        <h1 className={styles.brand}>
          <Link to="/" aria-label={site?.name}>
            <Drawing name="logo" />
            <span>{site?.name}</span>
          </Link>
        </h1>
        <Link to="/sreach" className={styles.search}>
          <Icon name="search" size={18} />
          {texts.home.search}
        </Link>
        <Link to="/sign" className={styles.icon} aria-label={texts.home.checkIn}>
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

export interface Tag {
  code: string;
  name: string;
}

const homeTag: Tag = { code: HOME_TAG, name: texts.tabs.home };

function TagStrip({ tags }: { tags: DeferredOutcome<Tag[]> }) {
  return (
    <div className={styles.strip}>
      <OptionalDeferred
        value={tags}
        skeleton={<Tags tags={[homeTag]} awaited />}
        unavailable={<Tags tags={[homeTag]} />}
      >
        {(loaded) => <Tags tags={[homeTag, ...loaded]} />}
      </OptionalDeferred>
      <Link to="/taglist" className={`icon-button ${styles.menu}`} aria-label={texts.home.allTags}>
        <Icon name="menu" />
      </Link>
    </div>
  );
}

function Tags({ tags, awaited = false }: { tags: Tag[]; awaited?: boolean }) {
  const chosen = useChosenTag();
  const list = useRef<HTMLUListElement>(null);
  useMouseScroll(list);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another tag is chosen
  useEffect(() => {
    const [strip, tag] = [list.current, list.current?.querySelector<HTMLElement>("[aria-current]")];
    if (!strip || !tag) return;
    strip.scrollTo({ left: tag.offsetLeft + tag.offsetWidth / 2 - strip.clientWidth / 2 });
  }, [chosen]);

  return (
    <>
      <nav className={styles.tags} aria-label={texts.home.tags}>
        <ul ref={list}>
          {tags.map(({ code, name }) => (
            <li key={code} data-name={name}>
              <Link
                to={homeAddress({ tag: code })}
                aria-current={code === chosen ? "true" : undefined}
                prefetch="none"
              >
                {name}
              </Link>
            </li>
          ))}
          {awaited && [1, 2, 3, 4].map((index) => <li key={index} className={styles.awaited} />)}
        </ul>
      </nav>
      <Link to={`/swipe${homeAddress({ tag: chosen }).slice(1)}`} className={styles.feed}>
        {texts.home.feed}
      </Link>
    </>
  );
}

function useChosenTag(): string {
  const [params] = useSearchParams();
  const { location } = useNavigation();
  const next = location?.pathname === "/" ? new URLSearchParams(location.search) : params;
  return parseHomeQuery(next).tag;
}
