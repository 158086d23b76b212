/** A page that is the same for everybody, by its path. */
interface PublicPage {
  /** The questions in its address that its bytes depend on. */
  asks: readonly string[];
  /** Questions that are for the host, not for the page. */
  ignores?: readonly string[];
  /** Addresses of it that are not the same for everybody. */
  except?: (questions: URLSearchParams) => boolean;
}

/** Type code of the hidden section: who may see lists of it depends on who is visiting. */
const HIDDEN = "42";

/**
 * The pages whose whole documents and data answers are kept. Pages that show something of their visitor are not
 * here, and neither are `/login`, whose loader notes that the visitor knows of an ended session, and `/videoinfo`,
 * whose streams are bound to their viewer by sealed tickets.
 */
const publicPages: Record<string, PublicPage> = {
  // `id` is the inviter in a link (server/session/inviter.ts)
  "/": { asks: ["tag", "page", "batch", "only"], ignores: ["id"] },
  "/category": { asks: [] },
  "/cateInfo": { asks: ["item", "page", "only"] },
  "/taglist": { asks: ["type"] },
  "/sreinfo": {
    asks: ["type", "sonType", "searchStr", "title", "page", "only"],
    except: (questions) => questions.get("type")?.trim() === HIDDEN,
  },
  "/sreach": { asks: [] },
};

export const publicPaths = Object.keys(publicPages);

/** A document as it is kept. */
export interface SharedAddress {
  key: string;
  /** Path and query, as the document is made with. */
  path: string;
  /** The page asks for the visitor's age before it shows anything. */
  ageGateClosed: boolean;
}

/** Longer addresses are made for one visitor at a time: nobody else asks for the same. */
const LONGEST = 600;

/** What Remix asks a page's data with. */
const dataQuestions = ["_routes", "index"];

/** @param path path and query, as the key is built from */
export const keyOf = (path: string, ageGateClosed: boolean): string =>
  ageGateClosed ? `closed ${path}` : `open ${path}`;

/**
 * Where the document at an address is kept; undefined for what is not the same for everybody. An address with a
 * question that no page asks is not kept either, so that nobody fills the store with one page.
 */
export function sharedAddress(url: URL, ageGateClosed: boolean): SharedAddress | undefined {
  const isData = url.pathname.endsWith(".data");
  const page = publicPages[isData ? (pageOfData(url.pathname) ?? "") : url.pathname];
  if (!page || url.pathname.length + url.search.length > LONGEST) return undefined;

  const questions = url.search
    .slice(1)
    .split("&")
    .filter((part) => part !== "" && !page.ignores?.includes(nameIn(part)));
  const names = questions.map(nameIn);
  const known = isData ? [...page.asks, ...dataQuestions] : page.asks;
  if (!names.every((name) => known.includes(name)) || new Set(names).size < names.length) {
    return undefined;
  }
  if (page.except?.(url.searchParams)) return undefined;
  const path = url.pathname + (questions.length > 0 ? `?${questions.join("&")}` : "");
  return { key: keyOf(path, ageGateClosed), path, ageGateClosed };
}

const nameIn = (question: string) => question.split("=", 1)[0] ?? "";

function pageOfData(pathname: string): string | undefined {
  if (pathname === "/_root.data") return "/";
  return /^(\/.+)\.data$/.exec(pathname)?.[1];
}
