import { randomUUID } from "node:crypto";
import { isbot } from "isbot";
import type { Logger } from "pino";
import type { SitePassword } from "../entry/site-password.ts";
import type { CompleteAnswer, InlineCode, PageCacheOutcome } from "../http/answer.ts";
import { encodeWhole, preferredEncoding, streamedEncoding } from "../http/compress.ts";
import type { RateLimitName } from "../rate-limits/limits.ts";
import { isUnregistered } from "../session/session.ts";
import { openAnonymousVisit, type Visit } from "../session/visit.ts";
import {
  type CachedDocument,
  documentHeaders,
  isNotModified,
  representationIn,
} from "./cached-document.ts";
import { createFastPath } from "./fast-path.ts";
import { type PageKey, pageKeyOf } from "./public-pages.ts";
import type { RenderedHead, RenderPage } from "./shared-render.ts";
import { createDocumentStore } from "./store.ts";

interface CachedAnswer {
  response: Response;
  inline: InlineCode;
  cache: PageCacheOutcome;
}

/** Base of relative addresses; must not appear in shared documents. */
const NO_ORIGIN = "http://site.invalid";

/** Renders documents once for many visitors (which ones: `public-pages.ts`). */
export function createPageCache(options: {
  handle: (request: Request, visit: Visit) => Promise<Response>;
  ageGate: boolean;
  trustProxy: number;
  sitePassword: SitePassword | undefined;
  completeAnswer: CompleteAnswer;
  log: Logger;
  capacity: number;
  onRendered?: ((ms: number) => void) | undefined;
}) {
  const { handle, log } = options;

  /** Renders for no particular visitor, and independently of the request that triggered it. */
  const render: RenderPage = ({ path, audience }, { nonce, cacheability }) => {
    const url = new URL(path, NO_ORIGIN);
    const requestId = randomUUID();
    const visit = openAnonymousVisit(
      { url, nonce, requestId, encodeWhole, log: log.child({ requestId }) },
      {
        cacheability,
        choices: { ageGateClosed: audience === "closed", blursCovers: audience === "blurred" },
      },
      audience === "unregistered",
    );
    return handle(new Request(url), visit);
  };
  const { capacity, onRendered } = options;
  const emptyStore = () => createDocumentStore({ render, log, capacity, onRendered });
  let store = emptyStore();

  return {
    /** Undefined if the caller must render the page for this visitor. */
    async answer(
      request: Request,
      { url, choices, limits, session }: Visit,
    ): Promise<CachedAnswer | undefined> {
      const requester = { ...choices, isUnregistered: () => isUnregistered(session) };
      const key = isCacheable(request) ? pageKeyOf(url, requester) : undefined;
      if (!key) return undefined;
      const cached = await store.get(key);
      if (cached) return documentAnswer(cached.document, request, cached.stale ? "stale" : "hit");
      const limit = missLimits[key.kind];
      if (limit && !(await limits.allows(limit))) return undefined;
      const { head, document } = store.render(key);
      // crawlers get complete pages, not streamed ones
      if (isbot(request.headers.get("user-agent") ?? "")) {
        const whole = await document;
        return whole && documentAnswer(whole, request, "miss");
      }
      const rendered = await head;
      return rendered && streamedAnswer(rendered, request);
    },
    fastPath: createFastPath({
      ...options,
      documentAt: (key) => store.ready(key),
    }),
    /** Drops all documents, even those that are being rendered. */
    forget() {
      store = emptyStore();
    },
  };
}

/** Cache misses are limited, because a visitor could request an endless number of pages and terms. */
const missLimits: Record<PageKey["kind"], RateLimitName | undefined> = {
  page: "search",
  suggestions: "suggestions",
  playlist: undefined,
};

const isCacheable = ({ method, headers }: Request) =>
  (method === "GET" || method === "HEAD") && !headers.has("authorization") && !headers.has("range");

async function documentAnswer(
  document: CachedDocument,
  request: Request,
  cache: PageCacheOutcome,
): Promise<CachedAnswer> {
  const encoding = preferredEncoding(request.headers.get("accept-encoding") ?? "");
  const representation = await representationIn(document, encoding);
  // @hono/node-server loses headers added to a response that was made from a list of headers
  const headers = new Headers(documentHeaders(document, representation));
  const { hashes } = document;
  if (isNotModified(request.headers.get("if-none-match"), document, representation)) {
    return { response: new Response(null, { status: 304, headers }), inline: { hashes }, cache };
  }
  headers.set("content-length", String(representation.bytes.length));
  const bytes = new Uint8Array(representation.bytes);
  return { response: new Response(bytes, { headers }), inline: { hashes }, cache };
}

function streamedAnswer(rendered: RenderedHead, request: Request): CachedAnswer {
  const { status, nonce, body } = rendered;
  const encoding = streamedEncoding(request.headers.get("accept-encoding") ?? "");
  const headers = new Headers(rendered.headers);
  headers.delete("content-length");
  headers.set("vary", "accept-encoding, cookie");
  if (encoding) headers.set("content-encoding", encoding);
  const stream = withoutBody.has(status) ? null : body.follow(encoding);
  const response = new Response(stream, { status, headers });
  return { response, inline: { nonce }, cache: "miss" };
}

const withoutBody = new Set([204, 304]);
