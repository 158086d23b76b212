import { useNavigation } from "@remix-run/react";
import { Link } from "../../../navigation/link.tsx";
import { texts } from "../../../texts/index.ts";
import { type RecordKind, recordKinds, recordsAddress } from "./record-kinds.ts";
import styles from "./records.module.css";

/** Which records are shown; a tapped tab is marked at once, before its records are there. */
export function RecordTabs({ shown }: { shown: RecordKind }) {
  const { location } = useNavigation();
  const next = location && recordKinds.find((kind) => isAt(location, kind));
  const current = next ?? shown;
  return (
    <nav className={styles.tabs} aria-label={texts.records.title}>
      {recordKinds.map((kind) => (
        <Link
          key={kind}
          to={recordsAddress(kind)}
          replace
          preventScrollReset
          aria-current={kind === current ? "page" : undefined}
        >
          {texts.records.tabs[kind]}
        </Link>
      ))}
    </nav>
  );
}

const isAt = (location: { pathname: string; search: string }, kind: RecordKind) =>
  location.pathname + location.search === recordsAddress(kind);
