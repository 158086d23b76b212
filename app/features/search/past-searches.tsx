import { useState } from "react";
import { device, useDevice } from "../../device/store.ts";
import { texts } from "../../texts.ts";
import { searchAddress } from "../../ui/addresses.ts";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import { SectionHead } from "../../ui/section-head.tsx";
import styles from "./past-searches.module.css";

/** What was looked for on this device. */
export function PastSearches() {
  const terms = useDevice("searchHistory");
  const [asking, setAsking] = useState(false);
  const clear = () => {
    setAsking(false);
    device.forget("searchHistory");
  };
  if (terms.length === 0) return null;
  return (
    <section>
      <SectionHead title={texts.search.history}>
        <button
          type="button"
          className={styles.clear}
          aria-label={texts.search.clear}
          onClick={() => setAsking(true)}
        >
          <Icon name="trash" size={20} />
        </button>
      </SectionHead>
      <ul className={styles.terms}>
        {terms.map((term) => (
          <li key={term}>
            <Link to={searchAddress(term)} prefetch="press">
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
