import { type ListQuery, listAddress, pageOf } from "../../addresses.ts";
import { useDeviceStorage } from "../../device/storage.ts";
import { texts } from "../../texts/index.ts";

export function parseResultsQuery(params: URLSearchParams) {
  const text = (name: string, longest: number) =>
    (params.get(name) ?? "").trim().slice(0, longest).trim();
  return {
    type: text("type", 40),
    subtype: text("sonType", 200),
    term: uncovered(text("searchStr", 1_000)).slice(0, 100).trim(),
    title: titleOf(text("title", 40)),
    page: pageOf(params),
  };
}

/** Addresses of plain searches may have the title `search`; visitors see our own word instead. */
const titleOf = (title: string) => (title && title !== "search" ? title : texts.search.title);

/** Keeps words out of sight in the browser's history. No encryption: a covered term is the hexadecimal form of its UTF-8. */
const covered = (term: string) =>
  `~${Array.from(new TextEncoder().encode(term), (byte) => byte.toString(16).padStart(2, "0")).join("")}`;

function uncovered(term: string): string {
  if (!/^~([\da-f]{2})+$/.test(term)) return term;
  try {
    return decodeURIComponent(term.slice(1).replace(/../g, "%$&"));
  } catch {
    return term;
  }
}

export function useSearchAddress() {
  const discreet = useDeviceStorage("discreet");
  return (term: string, filters: Partial<ListQuery> = {}) =>
    listAddress({ title: texts.search.title, ...filters, term: discreet ? covered(term) : term });
}

export type ResultsQuery = ReturnType<typeof parseResultsQuery>;
