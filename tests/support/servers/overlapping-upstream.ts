import type { Codec } from "../../../server/upstream-client/codec.ts";
import { startRewritingUpstream } from "./rewriting-upstream.ts";

type Row = Record<string, unknown>;

const PAGE_SIZE = 10;
const REPEATED_ROWS = 4;
const paged = new Set(["listPaging", "listPagingBySearch"]);

/**
 * A proxy in front of the reference upstream whose lists repeat videos: the front page has each of its groups twice, the
 * first pages of the newest list have the front page's videos, and every page of a list begins with rows of the first
 * page.
 */
export function startOverlappingUpstream(upstream: { url: string; codec: Codec }) {
  let shownOnFrontPage: Row[] = [];
  const firstRows = new Map<string, Row[]>();
  const repeating = (call: string, rows: Row[]) => {
    const first = firstRows.get(call) ?? rows.slice(0, REPEATED_ROWS);
    firstRows.set(call, first);
    return rows.length < PAGE_SIZE ? [...first, ...rows] : [...first, ...rows].slice(0, PAGE_SIZE);
  };
  return startRewritingUpstream(upstream, ({ call, envelope, encrypted }) => {
    if (!encrypted) return envelope;
    return { ...envelope, data: repeated(call, envelope.data) };
  });

  function repeated(call: string, data: unknown): unknown {
    if (call === "listIndex") {
      const index = data as { typeList: { cartoonInfoList: Row[] }[] };
      shownOnFrontPage = index.typeList.flatMap((group) => group.cartoonInfoList);
      return { ...index, typeList: [...index.typeList, ...index.typeList] };
    }
    if (!Array.isArray(data) || !paged.has(call)) return data;
    if (call === "listPaging" && shownOnFrontPage.length > 0)
      return [...shownOnFrontPage.splice(0, PAGE_SIZE), ...data].slice(0, PAGE_SIZE);
    return repeating(call, data);
  }
}
