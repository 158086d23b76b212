export const FAVOURITES_ADDRESS = "/collengt";
export const HIDDEN_ADDRESS = "/publish";

const VIDEO_PAGE = "/videoinfo";
export const VIDEO_LINK = `a[href^="${VIDEO_PAGE}?"]`;

export const videoAddress = (code: string) => `${VIDEO_PAGE}?id=${encodeURIComponent(code)}`;

export const isVideoPage = ({ pathname }: { pathname: string }) => pathname === VIDEO_PAGE;

export const videoCodeOf = (page: { pathname: string; search: string }) =>
  isVideoPage(page) ? new URLSearchParams(page.search).get("id") : null;

export const episodeAddress = (code: string, episode: string) =>
  `${videoAddress(code)}&ep=${encodeURIComponent(episode)}`;

export const placeAddress = (code: string, episode: string, seconds: number) =>
  `${episodeAddress(code, episode)}&t=${Math.floor(seconds)}`;

export const firstEpisodeStream = (code: string) =>
  `/stream/${encodeURIComponent(code)}/0/0/index.m3u8`;

export const secondIn = (params: URLSearchParams) =>
  Math.max(0, Number.parseInt(params.get("t") ?? "", 10) || 0);

export const beginningAddress = (stream: string, from: number) =>
  stream.replace(/index\.m3u8$/, from ? `beginning?t=${from}` : "beginning");

export const membershipAddress = (back: string) => `/vip?back=${encodeURIComponent(back)}`;

export const sharedAddress = (address: string, memberCode?: string) =>
  address + (memberCode ? `&share=${encodeURIComponent(memberCode)}` : "");

export interface ListQuery {
  type?: string;
  sonType?: string;
  term?: string;
  title: string;
}

export const listAddress = ({ type = "", sonType = "", term = "", title }: ListQuery) =>
  `/sreinfo?type=${encodeURIComponent(type)}&sonType=${encodeURIComponent(sonType)}` +
  `&searchStr=${encodeURIComponent(term)}&title=${encodeURIComponent(title)}`;

const LAST_PAGE = 100_000;

export const pageOf = (params: URLSearchParams) =>
  Math.min(LAST_PAGE, Math.max(1, Number.parseInt(params.get("page") ?? "", 10) || 1));

export function pageAddress(address: string): (page: number) => string {
  const [pathname = "/", search = ""] = address.split("?");
  const params = new URLSearchParams(search);
  return (page) => {
    params.delete("page");
    if (page > 1) params.set("page", String(page));
    return `${pathname}?${params}`;
  };
}
