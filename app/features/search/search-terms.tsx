import { useState } from "react";
import { searchAddress } from "../../navigation/addresses.ts";
import { Link } from "../../navigation/link.tsx";
import { deviceStorage, useDeviceStorage } from "../../session/storage.ts";
import { texts } from "../../texts/index.ts";
import { ConfirmDialog } from "../../ui/feedback/dialog.tsx";
import { EmptyState } from "../../ui/layout/empty-state.tsx";
import { SectionHead } from "../../ui/layout/section-head.tsx";
import { Icon } from "../../ui/media/icon.tsx";
import { nearbyTerms } from "./nearby-terms.ts";
import styles from "./search-terms.module.css";

export function PastSearches() {
  const terms = useDeviceStorage("searchHistory");
  const [asking, setAsking] = useState(false);
  const clear = () => {
    setAsking(false);
    deviceStorage.remove("searchHistory");
  };
  if (terms.length === 0) return null;
  return (
    <section>
      <SectionHead title={texts.search.history}>
        <button
          type="button"
          className={`icon-button ${styles.clear}`}
          aria-label={texts.search.clear}
          onClick={() => setAsking(true)}
        >
          <Icon name="trash" size={20} />
        </button>
      </SectionHead>
      <Terms terms={terms} />
      <ConfirmDialog
        open={asking}
        {...texts.search.confirm}
        onConfirm={clear}
        onCancel={() => setAsking(false)}
      />
    </section>
  );
}

const Terms = ({ terms }: { terms: readonly string[] }) => (
  <ul className={styles.terms}>
    {terms.map((term) => (
      <li key={term}>
        <Link to={searchAddress(term)} prefetch="none">
          {term}
        </Link>
      </li>
    ))}
  </ul>
);

interface NoResultsProps {
  term: string;
  hotWords: string[];
}

export function NoResults({ term, hotWords }: NoResultsProps) {
  const past = useDeviceStorage("searchHistory");
  const nearby = nearbyTerms(term, [...hotWords, ...past]);
  return (
    <>
      <EmptyState message={texts.search.none} />
      {nearby.length > 0 && (
        <section>
          <SectionHead title={texts.search.nearby} />
          <Terms terms={nearby} />
        </section>
      )}
      <HotWords words={hotWords} />
    </>
  );
}

export function HotWords({ words }: { words: string[] }) {
  return (
    <section>
      <SectionHead title={texts.search.hot} />
      <ol className={styles.words}>
        {words.map((word) => (
          <li key={word}>
            <Link to={searchAddress(word)} prefetch="none">
              {word}
            </Link>
          </li>
        ))}
      </ol>
    </section>
  );
}
