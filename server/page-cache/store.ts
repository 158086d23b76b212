import { LRUCache } from "lru-cache";
import pLimit from "p-limit";
import type { Logger } from "pino";
import { documents } from "../cache-times.ts";
import { withTimeout } from "../concurrency/with-timeout.ts";
import type { Encoding } from "../http/compress.ts";
import { type CachedDocument, representationIn } from "./cached-document.ts";
import { isForSuggestions, type PageKey } from "./public-pages.ts";
import { type Rendered, type Rendering, type RenderPage, startRender } from "./shared-render.ts";

interface Entry {
  pageKey: PageKey;
  document: CachedDocument;
  checkedAt: number;
}

export type DocumentStore = ReturnType<typeof createDocumentStore>;

/** `document` is undefined if it may not be stored. */
interface StoredRendering extends Pick<Rendering, "head"> {
  document: Promise<CachedDocument | undefined>;
}

/** Suggestions have their own share: in a common cache, the many search terms would evict all pages. */
const SUGGESTIONS_SHARE = 0.05;

const createEntries = (capacity: number) =>
  new LRUCache<string, Entry>({
    maxSize: Math.floor(capacity),
    perf: Date,
    ttlResolution: 0,
    // times two, for the compressed forms: they are made later, and are together smaller than the document
    sizeCalculation: ({ document }, key) => 2 * document.plain.bytes.length + key.length + 2_048,
  });

/** Runs one render at a time per key. The maximum ages are in `cache-times.ts`. */
export function createDocumentStore(options: {
  render: RenderPage;
  log: Logger;
  /** In bytes, including compressed forms. */
  capacity: number;
  onRendered?: ((ms: number) => void) | undefined;
}) {
  const { capacity, onRendered = () => undefined } = options;
  const suggestions = createEntries(capacity * SUGGESTIONS_SHARE);
  const others = createEntries(capacity * (1 - SUGGESTIONS_SHARE));
  const entriesFor = (key: string) => (isForSuggestions(key) ? suggestions : others);
  const pending = new Map<string, StoredRendering>();
  // the best compression blocks a worker thread for a tenth of a second: the other threads stay free
  const oneAtATime = pLimit(1);

  function render(pageKey: PageKey): StoredRendering {
    const { key } = pageKey;
    const joined = pending.get(key);
    if (joined) return joined;
    const started = performance.now();
    const { head, rendered } = startRender(options.render, pageKey, options.log);
    const rendering = {
      head,
      document: rendered
        .then((document) => {
          onRendered(performance.now() - started);
          return put(pageKey, document);
        })
        .finally(() => pending.delete(key)),
    };
    pending.set(key, rendering);
    return rendering;
  }

  /** Keeps the compressed forms of an unchanged document. */
  async function put(pageKey: PageKey, document: Rendered) {
    const { key, kind } = pageKey;
    const entries = entriesFor(key);
    if (document === "gone") entries.delete(key);
    const before = entries.peek(key);
    if (before) before.checkedAt = Date.now();
    if (document === "gone" || document === "failed") return undefined;
    const keep = (entry: Entry) => {
      entries.set(key, entry, { ttl: documents.expired[kind] });
      return entry.document;
    };
    if (before && isSame(before.document, document)) return keep(before);
    const inUse = Object.keys(before?.document.encoded ?? {}) as Encoding[];
    await Promise.all(inUse.map((encoding) => representationIn(document, encoding)));
    return keep({ pageKey, document, checkedAt: Date.now() });
  }

  function recompress(entry: Entry) {
    const { document, pageKey } = entry;
    document.recompressing = true;
    const best = (encoding: Encoding) =>
      oneAtATime(async () => {
        if (entriesFor(pageKey.key).peek(pageKey.key) === entry)
          await representationIn(document, encoding, "best");
      });
    Promise.all([best("gzip"), best("br")]).catch((error: unknown) =>
      options.log.error({ err: error }, "compressing a document failed"),
    );
  }

  /** A document that can be sent at once; revalidated in the background if not fresh. */
  function ready(key: string): CachedDocument | undefined {
    const entry = entriesFor(key).get(key);
    if (!entry) return undefined;
    const age = Date.now() - entry.checkedAt;
    if (age >= documents.renewedInBackground) return undefined;
    if (age >= documents.fresh) render(entry.pageKey);
    // only on the second request, because most documents are requested once
    if (!entry.document.recompressing) recompress(entry);
    return entry.document;
  }

  return {
    ready,
    /** May wait briefly for a new render; `stale` if the render was not ready in time. */
    async get(pageKey: PageKey) {
      const document = ready(pageKey.key);
      if (document) return { document, stale: false };
      const entries = entriesFor(pageKey.key);
      if (!entries.has(pageKey.key)) return undefined;
      const renewed = await withTimeout(render(pageKey).document, documents.renderWait);
      const found = renewed ?? entries.get(pageKey.key)?.document;
      return found && { document: found, stale: !renewed };
    },
    render,
  };
}

const isSame = (one: CachedDocument, other: CachedDocument) =>
  one.hash === other.hash && JSON.stringify(one.headers) === JSON.stringify(other.headers);
