import { searchAddress } from "../../navigation/addresses.ts";
import { Link } from "../../navigation/link.tsx";
import { texts } from "../../texts/index.ts";
import { SectionHead } from "../../ui/layout/section-head.tsx";
import styles from "./hot-words.module.css";

/** What others look for, in order. */
export function HotWords({ words }: { words: string[] }) {
  return (
    <section>
      <SectionHead title={texts.search.hot} />
      <ol className={styles.words}>
        {words.map((word) => (
          <li key={word}>
            <Link to={searchAddress(word)} prefetch="press">
              {word}
            </Link>
          </li>
        ))}
      </ol>
    </section>
  );
}
