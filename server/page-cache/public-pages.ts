import { HIDDEN_SECTION_CODE } from "../contract/rules.ts";
import { mayNameHiddenSection } from "../domain/hidden-section.ts";

/** A page that is the same for everybody, by its path. */
interface PublicPage {
  /** The query parameters that its bytes depend on. */
  parameters: readonly string[];
  /** Parameters that are for the host, not for the page. */
  ignored?: readonly string[];
  /** Addresses of it that are not the same for everybody. */
  except?: (query: URLSearchParams) => boolean;
}

/** Who may see lists of the hidden section depends on who is visiting. */
const namesHiddenSection =
  (...parameters: string[]) =>
  (query: URLSearchParams) =>
    parameters.some((name) => mayNameHiddenSection(query.get(name) ?? ""));

/** A code in a topic's JSON that may be the section's. */
const HIDDEN_TOPIC = new RegExp(`[",:[\\s]${HIDDEN_SECTION_CODE}`);

const namesHiddenTopic = (query: URLSearchParams) => HIDDEN_TOPIC.test(query.get("item") ?? "");

/**
 * The pages whose whole documents and data answers are cached. Pages that show something of their visitor are not
 * here, and neither is `/login`, whose loader notes that the visitor knows of an ended session.
 */
const publicPages: Record<string, PublicPage> = {
  // `id` is the inviter in a link (server/session/guests.ts)
  "/": { parameters: ["tag", "page", "batch"], ignored: ["id"], except: namesHiddenSection("tag") },
  "/category": { parameters: [] },
  "/cateInfo": { parameters: ["item", "page"], except: namesHiddenTopic },
  "/taglist": { parameters: ["type"] },
  "/sreinfo": {
    parameters: ["type", "sonType", "searchStr", "title", "page"],
    except: namesHiddenSection("type", "sonType"),
  },
  "/swipe": { parameters: ["tag", "page"], except: namesHiddenSection("tag") },
  "/sreach": { parameters: [] },
  // of the device alone
  "/later": { parameters: [] },
  // `share` is the inviter in a link, `t` the second at which the player begins
  "/videoinfo": { parameters: ["id", "ep"], ignored: ["share", "t"] },
  // further rows of these pages' lists (app/resources/rows.route.ts)
  "/rows/home": { parameters: ["tag", "page"], except: namesHiddenSection("tag") },
  "/rows/featured": { parameters: ["page"] },
  "/rows/topic": { parameters: ["item", "page"], except: namesHiddenTopic },
  "/rows/results": {
    parameters: ["type", "sonType", "searchStr", "title", "page"],
    except: namesHiddenSection("type", "sonType"),
  },
  "/rows/feed": { parameters: ["tag", "page"], except: namesHiddenSection("tag") },
};

export const publicPaths = Object.keys(publicPages);

/**
 * Who gets the same document: of a page, visitors who are asked for their age first, or who are not; of an episode's
 * preview, visitors who are nobody yet; of what is named by a sealed address, which says how much it shows, whoever has
 * the address; of suggestions, everybody.
 */
type Audience = "closed" | "open" | "nobody" | "holders" | "everybody";

/** What a cached document is found by, and what it is rendered from. */
export interface PageKey {
  key: string;
  /** Path and query. */
  path: string;
  audience: Audience;
  kind: "page" | "playlist" | "suggestions";
}

/** What of a visitor counts for it. */
export interface Asking {
  /** The page asks for the visitor's age before it shows anything. */
  ageGateClosed: boolean;
  isNobody: () => boolean;
}

/** A preview's playlists (`server/media/streams.ts`): which of them are previews only shows when they are made. */
const playlists = {
  ofEpisode: /^\/stream\/\w+\/\d+\/\d+\/index\.m3u8$/,
  sealed: /^\/stream\/[\w-]+\/index\.m3u8$/,
};

/** Suggestions for a search term (`app/resources/suggestions.route.ts`), at the address that search boxes ask for. */
const suggestions = /^\/suggestions\?term=[^&]{1,360}$/;

/** @param path path and query; undefined where each visitor gets an answer of their own */
export function audienceAt(
  path: string,
  { ageGateClosed, isNobody }: Asking,
): Audience | undefined {
  if (suggestions.test(path)) return "everybody";
  if (!path.startsWith("/stream/")) return ageGateClosed ? "closed" : "open";
  if (playlists.sealed.test(path)) return "holders";
  return playlists.ofEpisode.test(path) && isNobody() ? "nobody" : undefined;
}

/** In characters. Longer addresses are rendered for one visitor at a time: nobody else asks for the same. */
const MAX_LENGTH = 600;

/** Parameters of Remix's data requests. */
const dataParameters = ["_routes", "index"];

/** @param path path and query */
export const storeKey = (path: string, audience: Audience): string => `${audience} ${path}`;

/** Whether a key is that of suggestions, which the store keeps apart. */
export const isForSuggestions = (key: string): boolean => key.startsWith("everybody ");

/**
 * The key of the document at an address; undefined for what is not the same for everybody. An address with a parameter
 * that its page does not have is not cached either, so that nobody fills the store with copies of one page.
 */
export function pageKeyOf(url: URL, asking: Asking): PageKey | undefined {
  const asked = url.pathname + url.search;
  const audience = asked.length > MAX_LENGTH ? undefined : audienceAt(asked, asking);
  if (!audience) return undefined;
  if (audience !== "closed" && audience !== "open") {
    const kind = audience === "everybody" ? "suggestions" : "playlist";
    return { key: storeKey(asked, audience), path: asked, audience, kind };
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
