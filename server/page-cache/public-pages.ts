import { HIDDEN_SECTION_CODE } from "../contract/rules.ts";

/** A page that is the same for everybody, by its path. */
interface PublicPage {
  /** The query parameters that its bytes depend on. */
  parameters: readonly string[];
  /** Parameters that are for the host, not for the page. */
  ignored?: readonly string[];
  /** Addresses of it that are not the same for everybody. */
  except?: (query: URLSearchParams) => boolean;
}

/**
 * The pages whose whole documents and data answers are cached. Pages that show something of their visitor are not
 * here, and neither are `/login`, whose loader notes that the visitor knows of an ended session, and `/videoinfo`,
 * whose streams are bound to their viewer by sealed tickets.
 */
const publicPages: Record<string, PublicPage> = {
  // `id` is the inviter in a link (server/session/guests.ts)
  "/": { parameters: ["tag", "page", "batch", "only"], ignored: ["id"] },
  "/category": { parameters: [] },
  "/cateInfo": { parameters: ["item", "page", "only"] },
  "/taglist": { parameters: ["type"] },
  "/sreinfo": {
    parameters: ["type", "sonType", "searchStr", "title", "page", "only"],
    // who may see lists of the hidden section depends on who is visiting
    except: (query) => query.get("type")?.trim() === HIDDEN_SECTION_CODE,
  },
  "/sreach": { parameters: [] },
};

export const publicPaths = Object.keys(publicPages);

/** What a cached document is found by, and what it is rendered from. */
export interface PageKey {
  key: string;
  /** Path and query. */
  path: string;
  /** The page asks for the visitor's age before it shows anything. */
  ageGateClosed: boolean;
}

/** In characters. Longer addresses are rendered for one visitor at a time: nobody else asks for the same. */
const MAX_LENGTH = 600;

/** Parameters of Remix's data requests. */
const dataParameters = ["_routes", "index"];

/** @param path path and query */
export const storeKey = (path: string, ageGateClosed: boolean): string =>
  ageGateClosed ? `closed ${path}` : `open ${path}`;

/**
 * The key of the document at an address; undefined for what is not the same for everybody. An address with a parameter
 * that its page does not have is not cached either, so that nobody fills the store with copies of one page.
 */
export function pageKeyOf(url: URL, ageGateClosed: boolean): PageKey | undefined {
  const isData = url.pathname.endsWith(".data");
  const page = publicPages[isData ? (pageOfData(url.pathname) ?? "") : url.pathname];
  if (!page || url.pathname.length + url.search.length > MAX_LENGTH) return undefined;

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
  return { key: storeKey(path, ageGateClosed), path, ageGateClosed };
}

const nameOf = (part: string) => part.split("=", 1)[0] ?? "";

function pageOfData(pathname: string): string | undefined {
  if (pathname === "/_root.data") return "/";
  return /^(\/.+)\.data$/.exec(pathname)?.[1];
}
