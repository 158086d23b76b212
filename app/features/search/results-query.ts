import { pageOf } from "../../addresses.ts";
import { texts } from "../../texts/index.ts";

export function parseResultsQuery(params: URLSearchParams) {
  const text = (name: string, longest: number) =>
    (params.get(name) ?? "").trim().slice(0, longest).trim();
  return {
    type: text("type", 40),
    subtype: text("sonType", 200),
    term: text("searchStr", 100),
    title: titleOf(text("title", 40)),
    page: pageOf(params),
  };
}

/** Addresses of plain searches may have the title `search`; visitors see our own word instead. */
const titleOf = (title: string) => (title && title !== "search" ? title : texts.search.title);

export type ResultsQuery = ReturnType<typeof parseResultsQuery>;
