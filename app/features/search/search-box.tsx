import { useNavigate } from "@remix-run/react";
import { type FormEvent, type SyntheticEvent, useCallback, useRef, useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { texts } from "../../texts/index.ts";
import { Icon } from "../../ui/basics/icon.tsx";
import { useOnDemand } from "../../ui/use-on-demand.ts";
import { useSearchAddress } from "./results-query.ts";
import styles from "./search-box.module.css";

interface SearchBoxProps {
  term?: string;
  autoFocus?: boolean;
}

const fetchSuggestions = () =>
  import("./search-suggestions.tsx").then(({ SearchSuggestions }) => SearchSuggestions);

export function SearchBox({ term = "", autoFocus = false }: SearchBoxProps) {
  const navigate = useNavigate();
  const searchAddress = useSearchAddress();
  const input = useRef<HTMLInputElement>(null);
  const scripted = useHydrated();
  const [used, setUsed] = useState(false);
  const [typed, setTyped] = useState(""); // the term, if the suggestions are open; else ''
  const closeSuggestions = useCallback(() => setTyped(""), []);
  const Suggestions = useOnDemand(fetchSuggestions, used); // searching works without them

  const suggest = ({ currentTarget, nativeEvent }: SyntheticEvent<HTMLInputElement>) => {
    setUsed(true);
    const isComposing = "isComposing" in nativeEvent && nativeEvent.isComposing;
    if (!isComposing) setTyped(currentTarget.value.trim());
  };

  const search = (event: FormEvent) => {
    event.preventDefault();
    const wanted = input.current?.value.trim();
    if (!wanted) return;
    input.current?.blur();
    closeSuggestions();
    navigate(searchAddress(wanted));
  };
  const clear = () => {
    if (!input.current) return;
    input.current.value = "";
    input.current.focus();
    closeSuggestions();
  };

  return (
    <search className={styles.bar}>
      <form action="/sreinfo" className={styles.box} onSubmit={search} noValidate={scripted}>
        <input type="hidden" name="type" value="" />
        <input type="hidden" name="sonType" value="" />
        <Icon name="search" size={18} />
        <input
          key={term}
          ref={input}
          type="search"
          name="searchStr"
          defaultValue={term}
          placeholder={texts.searchBox.placeholder}
          aria-label={texts.searchBox.placeholder}
          aria-autocomplete="list"
          enterKeyHint="search"
          autoComplete="off"
          onFocus={() => setUsed(true)}
          onInput={suggest}
          onCompositionEnd={suggest}
          maxLength={100}
          required
          pattern=".*\S.*"
          // biome-ignore lint/a11y/noAutofocus: the search page is opened for typing
          autoFocus={autoFocus}
        />
        <input type="hidden" name="title" value={texts.search.title} />
        <button
          type="button"
          className="icon-button"
          aria-label={texts.searchBox.clear}
          onClick={clear}
        >
          <span>
            <Icon name="x" size={14} />
          </span>
        </button>
      </form>
      {Suggestions && typed && input.current && (
        <Suggestions input={input.current} term={typed} onClose={closeSuggestions} />
      )}
    </search>
  );
}
