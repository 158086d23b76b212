import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { MAX_SUGGESTED_TERM } from "../../../server/contract/rules.ts";
import type { VideoCardData } from "../../../server/domain/cards.ts";
import { videoAddress } from "../../addresses.ts";
import { useDeviceStorage } from "../../device/storage.ts";
import { Link } from "../../navigation/link.tsx";
import { texts } from "../../texts/index.ts";
import { Icon } from "../../ui/basics/icon.tsx";
import { useSignalEffect } from "../../ui/paint.ts";
import { useSearchAddress } from "./results-query.ts";
import styles from "./search-suggestions.module.css";

export type Suggestion = Pick<VideoCardData, "code" | "title" | "duration">;

interface SearchSuggestionsProps {
  input: HTMLInputElement;
  term: string; // not blank
  onClose: () => void;
}

const MAX_PAST = 4;

/** The listbox of a searchbox, a role without `aria-expanded`: a live region announces that it has opened. */
export function SearchSuggestions({ input, term, onClose }: SearchSuggestionsProps) {
  const id = useId();
  const searchAddress = useSearchAddress();
  const popup = useRef<HTMLDivElement>(null);
  const past = useDeviceStorage("searchHistory")
    .filter((word) => indexIn(term, word) >= 0)
    .slice(0, MAX_PAST);
  const { titles, state } = useTitles(term);
  const count = past.length + titles.length;
  const active = useActiveOption({ input, popup, term, count, id, onClose });

  const optionProps = (index: number) => ({
    id: `${id}${index}`,
    role: "option",
    tabIndex: -1,
    "aria-selected": index === active,
  });
  const nothing = state === "done" && titles.length === 0 ? texts.suggestions.noTitles : "";
  const note = state === "offline" ? texts.suggestions.offline : nothing;
  const announced = count > 0 && state !== "loading" ? texts.suggestions.found(count) : "";
  return (
    <div ref={popup} className={styles.popup} hidden={count === 0 && !note}>
      {count > 0 && (
        <div
          role="listbox"
          id={id}
          aria-label={texts.suggestions.name}
          // keeps the focus in the input, and the phone's keyboard open
          onMouseDown={(event) => event.preventDefault()}
        >
          <Group label={texts.searchTerms.history} hasOptions={past.length > 0}>
            {past.map((word, index) => (
              <Link
                key={word}
                {...optionProps(index)}
                to={searchAddress(word)}
                prefetch="none"
                onClick={() => {
                  input.value = word;
                  input.blur();
                }}
              >
                <Icon name="clock" size={18} />
                <Marked text={word} term={term} />
              </Link>
            ))}
          </Group>
          <Group label={texts.suggestions.titles} hasOptions={titles.length > 0}>
            {titles.map(({ code, title, duration }, index) => (
              <Link
                key={code}
                {...optionProps(past.length + index)}
                to={videoAddress(code)}
                onClick={() => input.blur()}
              >
                <Icon name="film" size={18} />
                <Marked text={title} term={term} />
                <span className={styles.duration}>{duration}</span>
              </Link>
            ))}
          </Group>
        </div>
      )}
      {note && (
        <p className={styles.note} aria-hidden="true">
          {note}
        </p>
      )}
      <p className="visually-hidden" aria-live="polite">
        {announced} {note}
      </p>
    </div>
  );
}

interface GroupProps {
  label: string;
  hasOptions: boolean;
  children: ReactNode;
}

const Group = ({ label, hasOptions, children }: GroupProps) =>
  hasOptions && (
    // biome-ignore lint/a11y/useSemanticElements: a listbox may not contain a fieldset
    <div role="group" aria-label={label}>
      {children}
    </div>
  );

const indexIn = (term: string, text: string) => text.toLowerCase().indexOf(term.toLowerCase());

function Marked({ text, term }: { text: string; term: string }) {
  const from = indexIn(term, text);
  if (from < 0) return <span>{text}</span>;
  const to = from + term.length;
  return (
    <span>
      {text.slice(0, from)}
      <b>{text.slice(from, to)}</b>
      {text.slice(to)}
    </span>
  );
}

interface ActiveOption extends SearchSuggestionsProps {
  popup: RefObject<HTMLElement>;
  count: number;
  id: string;
}

function useActiveOption({ input, popup, term, count, id, onClose }: ActiveOption): number {
  const [chosen, setChosen] = useState({ term, index: -1 });
  const active = chosen.term === term && chosen.index < count ? chosen.index : -1;

  useSignalEffect([input, popup, term, count, active, id, onClose], (signal) => {
    const onKey = (event: KeyboardEvent) => {
      if (event.isComposing) return;
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step && count > 0) {
        const positions = count + 1;
        const index = ((active + 1 + step + positions) % positions) - 1;
        // Enter may follow before the next render
        flushSync(() => setChosen({ term, index }));
      } else if (event.key === "Enter" && active >= 0) {
        document.getElementById(`${id}${active}`)?.click();
      } else if (event.key === "Escape") onClose();
      else return;
      event.preventDefault();
    };
    const onBlur = ({ relatedTarget }: FocusEvent) => {
      if (!(relatedTarget instanceof Node && popup.current?.contains(relatedTarget))) onClose();
    };
    input.addEventListener("keydown", onKey, { signal });
    input.addEventListener("blur", onBlur, { signal });
  });

  useEffect(() => {
    if (count === 0) return;
    input.setAttribute("aria-controls", id);
    return () => input.removeAttribute("aria-controls");
  }, [input, id, count]);
  useEffect(() => {
    if (active < 0) return;
    const option = `${id}${active}`;
    input.setAttribute("aria-activedescendant", option);
    document.getElementById(option)?.scrollIntoView({ block: "nearest" });
    return () => input.removeAttribute("aria-activedescendant");
  }, [input, id, active]);
  return active;
}

interface Titles {
  titles: readonly Suggestion[];
  state: "loading" | "done" | "failed" | "offline";
}

const PAUSE_MS = 200; // without typing

function useTitles(term: string): Titles {
  const [found, setFound] = useState<Titles>({ titles: [], state: "loading" });
  useSignalEffect([term], (signal) => {
    if (term.length > MAX_SUGGESTED_TERM) return setFound({ titles: [], state: "failed" });
    setFound(({ titles }) => ({
      titles: titles.filter(({ title }) => indexIn(term, title) >= 0),
      state: "loading",
    }));
    const timer = setTimeout(async () => {
      const titles = await fetchTitles(term, signal).catch(() => undefined);
      if (signal.aborted) return;
      if (titles) return setFound({ titles, state: "done" });
      setFound({ titles: [], state: navigator.onLine ? "failed" : "offline" });
    }, PAUSE_MS);
    signal.addEventListener("abort", () => clearTimeout(timer));
  });
  return found;
}

async function fetchTitles(term: string, signal: AbortSignal): Promise<Suggestion[]> {
  const answer = await fetch(`/suggestions?term=${encodeURIComponent(term)}`, { signal });
  if (!answer.ok) throw new Error(`suggestions: ${answer.status}`);
  return answer.json();
}
