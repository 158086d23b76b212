import { useRef } from "react";
import { listAddress } from "../../navigation/addresses.ts";
import { Link } from "../../navigation/link.tsx";
import { texts } from "../../texts/index.ts";
import { useMouseScroll } from "../../ui/use-mouse-scroll.ts";
import styles from "./result-filters.module.css";
import type { Filters } from "./results.server.ts";
import type { ResultsQuery } from "./results-query.ts";

interface ResultFiltersProps {
  filters: Filters;
  query: ResultsQuery;
}

/** Links, so that results can be narrowed without scripts; they take the results' place in the history. */
export function ResultFilters({ filters, query }: ResultFiltersProps) {
  const { types, subtypes } = filters;
  const { type, subtype, term, title } = query;
  return (
    <div className={styles.filters}>
      <Choices
        label={texts.filters.types}
        choices={types}
        chosen={type}
        addressOf={(code) => listAddress({ type: code, term, title })}
      />
      {subtypes.length > 0 && (
        <Choices
          label={texts.filters.subtypes}
          choices={subtypes}
          chosen={subtype}
          addressOf={(code) => listAddress({ type, sonType: code, term, title })}
        />
      )}
    </div>
  );
}

interface ChoicesProps {
  label: string;
  choices: Filters["types"];
  chosen: string;
  addressOf: (code: string) => string;
}

const every = { code: "", name: texts.filters.every };

function Choices({ label, choices, chosen, addressOf }: ChoicesProps) {
  const row = useRef<HTMLUListElement>(null);
  useMouseScroll(row);
  return (
    <nav className={styles.choices} aria-label={label}>
      <ul ref={row}>
        {[every, ...choices].map(({ code, name }) => (
          <li key={code}>
            <Link
              to={addressOf(code)}
              aria-current={code === chosen ? "true" : undefined}
              replace
              preventScrollReset
              prefetch="none"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

export const FiltersSkeleton = () => (
  <div className={styles.filters} aria-hidden="true">
    <div className={styles.choices} />
  </div>
);
