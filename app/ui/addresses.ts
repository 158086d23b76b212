/** Where a video is watched. */
export const videoAddress = (code: string) => `/videoinfo?id=${encodeURIComponent(code)}`;

/** A whole list behind 查看更多; every parameter is written out, also the empty ones. */
export const listAddress = (list: { type: string; sonType?: string; title: string }) =>
  `/sreinfo?type=${encodeURIComponent(list.type)}&sonType=${encodeURIComponent(list.sonType ?? "")}` +
  `&searchStr=&title=${encodeURIComponent(list.title)}`;

/** Asks a page's own loader for one part of it; `address` is a page that stands in the site map as well. */
export function partAddress(address: string, part: string): string {
  const [pathname = "/", search = ""] = address.split("?");
  const params = new URLSearchParams(search);
  params.set("only", part);
  // the home page is an index route, which Remix tells from its layout by this mark
  return `${pathname}?${pathname === "/" ? "index&" : ""}${params}`;
}
