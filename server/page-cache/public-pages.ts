import { HIDDEN_SECTION_CODE } from "../contract/rules.ts";
import { mayNameHiddenSection } from "../domain/hidden-section.ts";
import type { Choices } from "../session/session.ts";

interface PublicPage {
  parameters: readonly string[];
  ignored?: readonly string[];
  /** Whether the page depends on the visitor for this query. */
  except?: (query: URLSearchParams) => boolean;
}

const namesHiddenSection =
  (...parameters: string[]) =>
  (query: URLSearchParams) =>
    parameters.some((name) => mayNameHiddenSection(query.get(name) ?? ""));

const HIDDEN_TOPIC = new RegExp(`[",:[\\s]${HIDDEN_SECTION_CODE}`);

const ofTag: PublicPage = { parameters: ["tag", "page"], except: namesHiddenSection("tag") };
const ofTopic: PublicPage = {
  parameters: ["item", "page"],
  except: (query) => HIDDEN_TOPIC.test(query.get("item") ?? ""),
};
const results: PublicPage = {
  parameters: ["type", "sonType", "searchStr", "title", "page"],
  except: namesHiddenSection("type", "sonType"),
};

/** These pages show nothing about the visitor. `/login` is missing, as it acknowledges that the session has ended. */
const publicPages: Record<string, PublicPage> = {
  // `id` is the inviter (server/session/guests.ts)
  "/": { ...ofTag, parameters: ["tag", "page", "batch"], ignored: ["id"] },
  "/category": { parameters: [] },
  "/cateInfo": ofTopic,
  "/taglist": { parameters: ["type"] },
  "/sreinfo": results,
  "/swipe": ofTag,
  "/sreach": { parameters: [] },
  // its list is in the browser's storage
  "/later": { parameters: [] },
  // `share` is the inviter, `t` the player's start second
  "/videoinfo": { parameters: ["id", "ep"], ignored: ["share", "t"] },
  // further rows of lists (app/resources/rows.route.ts)
  "/rows/home": ofTag,
  "/rows/featured": { parameters: ["page"] },
  "/rows/topic": ofTopic,
  "/rows/results": results,
  "/rows/feed": ofTag,
};

export const publicPaths = Object.keys(publicPages);

/**
 * - `closed`, `open`: visitors whose age gate is closed or open, for pages
 * - `blurred`: those of `open` whose covers are blurred
 * - `unregistered`: unregistered visitors, for an episode's preview
 * - `holders`: all visitors who have a sealed address, which contains the grant
 * - `everybody`: all visitors, for suggestions
 */
type Audience = "closed" | "open" | "blurred" | "unregistered" | "holders" | "everybody";

export interface PageKey {
  key: string;
  path: string;
  audience: Audience;
  kind: "page" | "playlist" | "suggestions";
}

export interface Requester extends Choices {
  isUnregistered: () => boolean;
}

/** Only the finished playlist shows whether it is a preview. */
const playlists = {
  ofEpisode: /^\/stream\/\w+\/\d+\/\d+\/index\.m3u8$/,
  sealed: /^\/stream\/[\w-]+\/index\.m3u8$/,
};

/** Only in the form in which search boxes request them. */
const suggestions = /^\/suggestions\?term=[^&]{1,360}$/;

/** @returns undefined if the answer to this path and query depends on the visitor */
export function audienceAt(
  path: string,
  { ageGateClosed, blursCovers, isUnregistered }: Requester,
): Audience | undefined {
  if (suggestions.test(path)) return "everybody";
  if (!path.startsWith("/stream/")) {
    if (blursCovers) return ageGateClosed ? undefined : "blurred";
    return ageGateClosed ? "closed" : "open";
  }
  if (playlists.sealed.test(path)) return "holders";
  return playlists.ofEpisode.test(path) && isUnregistered() ? "unregistered" : undefined;
}

/** In characters: longer addresses are not cached, because no two visitors would share one. */
const MAX_LENGTH = 600;

const dataParameters = ["_routes", "index"];

export const storeKey = (path: string, audience: Audience): string => `${audience} ${path}`;

export const isForSuggestions = (key: string): boolean => key.startsWith("everybody ");

/** Also undefined for unknown parameters, so that they cannot fill the store with copies of one page. */
export function pageKeyOf(url: URL, requester: Requester): PageKey | undefined {
  const address = url.pathname + url.search;
  const audience = address.length > MAX_LENGTH ? undefined : audienceAt(address, requester);
  if (!audience) return undefined;
  if (audience === "everybody" || address.startsWith("/stream/")) {
    const kind = audience === "everybody" ? "suggestions" : "playlist";
    return { key: storeKey(address, audience), path: address, audience, kind };
  }
  const isData = url.pathname.endsWith(".data");
  const page = publicPages[isData ? (pageOfData(url.pathname) ?? "") : url.pathname];
  if (!page) return undefined;

  const parts = url.search
    .slice(1)
    .split("&")
    .filter((part) => part !== "" && !page.ignored?.includes(nameOf(part)));
  const names = parts.map(nameOf);
  const allowed = isData ? [...page.parameters, ...dataParameters] : page.parameters;
  if (!names.every((name) => allowed.includes(name)) || new Set(names).size < names.length) {
    return undefined;
  }
  if (page.except?.(url.searchParams)) return undefined;
  const path = url.pathname + (parts.length > 0 ? `?${parts.join("&")}` : "");
  return { key: storeKey(path, audience), path, audience, kind: "page" };
}

const nameOf = (part: string) => part.split("=", 1)[0] ?? "";

function pageOfData(pathname: string): string | undefined {
  if (pathname === "/_root.data") return "/";
  return /^(\/.+)\.data$/.exec(pathname)?.[1];
}
