import { texts } from "../texts/index.ts";

/** Where a video is watched. */
export const videoAddress = (code: string) => `/videoinfo?id=${encodeURIComponent(code)}`;

/** What is handed on to others: the video, and by its `share` the member whose link it is. */
export const sharedVideoAddress = (origin: string, code: string, memberCode?: string) =>
  `${origin}${videoAddress(code)}${memberCode ? `&share=${encodeURIComponent(memberCode)}` : ""}`;

interface ListQuery {
  type?: string;
  sonType?: string;
  term?: string;
  title: string;
}

/** A list of videos with a title of its own; every parameter is written out, also the empty ones. */
export const listAddress = ({ type = "", sonType = "", term = "", title }: ListQuery) =>
  `/sreinfo?type=${encodeURIComponent(type)}&sonType=${encodeURIComponent(sonType)}` +
  `&searchStr=${encodeURIComponent(term)}&title=${encodeURIComponent(title)}`;

/** What is found for a term. */
export const searchAddress = (term: string) => listAddress({ term, title: texts.search.title });

/** Asks a page's own loader for one part of it; `address` is a page that stands in the site map as well. */
export function partAddress(address: string, part: string): string {
  const [pathname = "/", search = ""] = address.split("?");
  const params = new URLSearchParams(search);
  params.set("only", part);
  // the home page is an index route, which Remix tells from its layout by this mark
  return `${pathname}?${pathname === "/" ? "index&" : ""}${params}`;
}

const LAST_PAGE = 100_000;

/** The number of the page that an address stands for; nonsense is the first one. */
export const pageOf = (params: URLSearchParams) =>
  Math.min(LAST_PAGE, Math.max(1, Number.parseInt(params.get("page") ?? "", 10) || 1));

/** Makes the addresses of a list's pages from the address of any of them. */
export function pageAddress(address: string): (page: number) => string {
  const [pathname = "/", search = ""] = address.split("?");
  const params = new URLSearchParams(search);
  return (page) => {
    params.delete("page");
    if (page > 1) params.set("page", String(page));
    return `${pathname}?${params}`;
  };
}
