import { useState } from "react";
import { searchAddress } from "../../navigation/addresses.ts";
import { Link } from "../../navigation/link.tsx";
import { deviceStorage, useDeviceStorage } from "../../session/storage.ts";
import { texts } from "../../texts/index.ts";
import { ConfirmDialog } from "../../ui/feedback/dialog.tsx";
import { SectionHead } from "../../ui/layout/section-head.tsx";
import { Icon } from "../../ui/media/icon.tsx";
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
      <ul className={styles.terms}>
        {terms.map((term) => (
          <li key={term}>
            <Link to={searchAddress(term)} prefetch="none">
              {term}
            </Link>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={asking}
        {...texts.search.confirm}
        onConfirm={clear}
        onCancel={() => setAsking(false)}
      />
    </section>
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
