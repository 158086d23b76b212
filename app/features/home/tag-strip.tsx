import { useNavigation, useSearchParams } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { Later } from "../../../server/domain/soon.ts";
import { Link } from "../../navigation/link.tsx";
import { texts } from "../../texts/index.ts";
import { Extra } from "../../ui/feedback/extra.tsx";
import { Icon } from "../../ui/media/icon.tsx";
import { addressOf, HOME_TAG, placeOf } from "./place.ts";
import styles from "./tag-strip.module.css";

export interface Tag {
  code: string;
  name: string;
}

const homeTag: Tag = { code: HOME_TAG, name: texts.tabs.home };

export function TagStrip({ tags }: { tags: Later<Tag[]> }) {
  return (
    <div className={styles.strip}>
      <Extra
        value={tags}
        skeleton={<Tags tags={[homeTag]} awaited />}
        without={<Tags tags={[homeTag]} />}
      >
        {(loaded) => <Tags tags={[homeTag, ...loaded]} />}
      </Extra>
      <Link to="/taglist" className={styles.menu} aria-label={texts.home.allTags}>
        <Icon name="menu" />
      </Link>
    </div>
  );
}

function Tags({ tags, awaited = false }: { tags: Tag[]; awaited?: boolean }) {
  const chosen = useChosenTag();
  const list = useRef<HTMLUListElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: moves when another tag is chosen
  useEffect(() => {
    const [strip, tag] = [list.current, list.current?.querySelector<HTMLElement>("[aria-current]")];
    if (!strip || !tag) return;
    strip.scrollTo({ left: tag.offsetLeft + tag.offsetWidth / 2 - strip.clientWidth / 2 });
  }, [chosen]);

  return (
    <nav className={styles.tags} aria-label={texts.home.tags}>
      <ul ref={list}>
        {tags.map(({ code, name }) => (
          <li key={code}>
            <Link
              to={addressOf({ tag: code })}
              aria-current={code === chosen ? "true" : undefined}
              prefetch="press"
            >
              {name}
            </Link>
          </li>
        ))}
        {awaited && [1, 2, 3, 4].map((place) => <li key={place} className={styles.awaited} />)}
      </ul>
    </nav>
  );
}

/** A tapped tag counts as chosen at once, while its list is on its way. */
function useChosenTag(): string {
  const [params] = useSearchParams();
  const { location } = useNavigation();
  const next = location?.pathname === "/" ? new URLSearchParams(location.search) : params;
  return placeOf(next).tag;
}
