import { useNavigate } from "@remix-run/react";
import { type FormEvent, useRef } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { searchAddress } from "../../navigation/addresses.ts";
import { texts } from "../../texts/index.ts";
import { Icon } from "../media/icon.tsx";
import styles from "./search-box.module.css";

interface SearchBoxProps {
  term?: string;
  autoFocus?: boolean;
}

export function SearchBox({ term = "", autoFocus = false }: SearchBoxProps) {
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const scripted = useHydrated();

  const search = (event: FormEvent) => {
    event.preventDefault();
    const wanted = input.current?.value.trim();
    if (!wanted) return;
    input.current?.blur();
    navigate(searchAddress(wanted));
  };
  const clear = () => {
    if (!input.current) return;
    input.current.value = "";
    input.current.focus();
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
          placeholder={texts.search.placeholder}
          aria-label={texts.search.placeholder}
          enterKeyHint="search"
          autoComplete="off"
          maxLength={100}
          required
          // browser validation without scripts
          pattern=".*\S.*"
          // biome-ignore lint/a11y/noAutofocus: the search page is opened to type
          autoFocus={autoFocus}
        />
        <input type="hidden" name="title" value={texts.search.title} />
        <button
          type="button"
          className="icon-button"
          aria-label={texts.search.clearTerm}
          onClick={clear}
        >
          <span>
            <Icon name="x" size={14} />
          </span>
        </button>
      </form>
    </search>
  );
}
