import type { MouseEvent } from "react";
import { deviceStorage, useDeviceStorage } from "../../device/storage.ts";
import { Link } from "../../navigation/link.tsx";
import { texts } from "../../texts/index.ts";
import { Icon } from "../../ui/basics/icon.tsx";
import { useConfirmation } from "../../ui/feedback/dialog.tsx";
import { EmptyState } from "../../ui/layout/empty-state.tsx";
import { SectionHead } from "../../ui/layout/section-head.tsx";
import { useSearchAddress } from "./results-query.ts";
import styles from "./search-terms.module.css";

export function PastSearches() {
  const terms = useDeviceStorage("searchHistory");
  const { ask, dialog } = useConfirmation({
    ...texts.searchTerms.confirm,
    onConfirm: () => deviceStorage.remove("searchHistory"),
  });
  const remove = (term: string) =>
    deviceStorage.update("searchHistory", (past) => past.filter((one) => one !== term));
  if (terms.length === 0) return null;
  return (
    <section>
      <SectionHead title={texts.searchTerms.history}>
        <button
          type="button"
          className={`icon-button ${styles.clear}`}
          aria-label={texts.searchTerms.clear}
          onClick={ask}
        >
          <Icon name="trash" size={20} />
        </button>
      </SectionHead>
      <Terms terms={terms} onRemove={remove} />
      {dialog}
    </section>
  );
}

interface TermsProps {
  terms: readonly string[];
  onRemove?: (term: string) => void;
}

const Terms = ({ terms, onRemove }: TermsProps) => (
  <ul className={styles.terms}>
    {terms.map((term) => (
      <li key={term}>
        <Term>{term}</Term>
        {onRemove && (
          <button
            type="button"
            className={`icon-button ${styles.remove}`}
            aria-label={texts.searchTerms.remove(term)}
            onClick={(event) => {
              focusNext(event);
              onRemove(term);
            }}
          >
            <Icon name="x" size={14} />
          </button>
        )}
      </li>
    ))}
  </ul>
);

const Term = ({ children }: { children: string }) => (
  <Link to={useSearchAddress()(children)} prefetch="none">
    {children}
  </Link>
);

function focusNext({ currentTarget }: MouseEvent<HTMLElement>) {
  const item = currentTarget.closest("li");
  const next = item?.nextElementSibling ?? item?.previousElementSibling;
  next?.querySelector("button")?.focus();
}

const MAX_TERMS = 6;

/** Suggested if `term` finds nothing: its own words, then the candidates that share most characters with it. */
export function nearbyTerms(term: string, candidates: readonly string[]): string[] {
  const words = term.split(/[\s,，、·-]+/).filter(Boolean);
  const characters = new Set(words.join(""));
  const shared = (candidate: string) =>
    [...new Set(candidate)].filter((character) => characters.has(character)).length;
  const alike = candidates
    .filter((candidate) => shared(candidate) > 0)
    .sort((one, other) => shared(other) - shared(one));
  const others = [...words, ...alike].filter((other) => other !== term);
  return [...new Set(others)].slice(0, MAX_TERMS);
}

export function NoResults({ term, hotWords }: { term: string; hotWords: string[] }) {
  const past = useDeviceStorage("searchHistory");
  const nearby = nearbyTerms(term, [...hotWords, ...past]);
  return (
    <>
      <EmptyState message={texts.searchTerms.none} />
      {nearby.length > 0 && (
        <section>
          <SectionHead title={texts.searchTerms.nearby} />
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
      <SectionHead title={texts.searchTerms.hot} />
      <ol className={styles.words}>
        {words.map((word) => (
          <li key={word}>
            <Term>{word}</Term>
          </li>
        ))}
      </ol>
    </section>
  );
}
