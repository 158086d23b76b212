import { LRUCache } from "lru-cache";
import pLimit from "p-limit";
import type { Logger } from "pino";
import { within } from "../domain/within.ts";
import type { Encoding } from "../http/compress.ts";
import { type KeptDocument, represent } from "./cached-document.ts";
import type { SharedAddress } from "./public-pages.ts";
import { type Render, type Rendering, startRendering } from "./shared-render.ts";

/** In bytes, of all kept documents with their compressed forms. */
const CAPACITY = 64 * 1024 * 1024;
/** In milliseconds. So long a document is sent without a thought, */
const FRESH = 5_000;
/** so long while a new one is made behind the visitor's back, */
const RENEWED_BEHIND = 15_000;
/** and so long when no new one can be had. */
const KEPT = 24 * 60 * 60 * 1000;
/** How long a visitor waits for a new document where there is an old one. */
const PATIENCE_WITH_NEW = 300;

interface Entry {
  address: SharedAddress;
  document: KeptDocument;
  /** When a new one was last made, or tried. */
  checkedAt: number;
}

/** The kept documents, and the making of new ones: one at a time for each address. */
export interface DocumentStore {
  /** What can be sent at once; looks after its renewal and its better compression. */
  atOnce(key: string): KeptDocument | undefined;
  /** The same for who may wait a moment: an old document (`late`) is only sent when no new one comes. */
  current(address: SharedAddress): Promise<{ document: KeptDocument; late: boolean } | undefined>;
  /** Joins, or starts, the making of a document. */
  rendering(address: SharedAddress): Rendering;
}

export function createDocumentStore(options: {
  render: Render;
  log: Logger;
  capacity?: number;
  /** Told how long each making of a document took, in milliseconds. */
  onRendered?: ((ms: number) => void) | undefined;
}): DocumentStore {
  const { onRendered = () => undefined } = options;
  const entries = new LRUCache<string, Entry>({
    maxSize: options.capacity ?? CAPACITY,
    // compressed forms come later and are smaller than the document together
    sizeCalculation: ({ document }, key) => 2 * document.plain.bytes.length + key.length + 2_048,
  });
  const underWay = new Map<string, Rendering>();
  // the best compression takes a tenth of a second of a thread: one at a time leaves others to the requests
  const inTurn = pLimit(1);

  function rendering(address: SharedAddress): Rendering {
    const { key } = address;
    const known = underWay.get(key);
    if (known) return known;
    const began = performance.now();
    const started = startRendering(options.render, address, options.log);
    const settled = {
      begun: started.begun,
      kept: started.kept
        .then((document) => {
          onRendered(performance.now() - began);
          return place(address, document);
        })
        .finally(() => underWay.delete(key)),
    };
    underWay.set(key, settled);
    return settled;
  }

  /** A document that is the same as before keeps its compressed forms; one that is not gets the quick ones first. */
  async function place(address: SharedAddress, document: KeptDocument | undefined) {
    const before = entries.peek(address.key);
    if (before) before.checkedAt = Date.now();
    if (!document) return undefined;
    if (before && sameDocument(before.document, document)) {
      before.document.madeAt = document.madeAt;
      return before.document;
    }
    const asked = Object.keys(before?.document.encoded ?? {}) as Encoding[];
    await Promise.all(asked.map((encoding) => represent(document, encoding)));
    entries.set(address.key, { address, document, checkedAt: Date.now() });
    return document;
  }

  function improve(entry: Entry) {
    const { document } = entry;
    document.improving = true;
    const better = (encoding: Encoding) =>
      inTurn(async () => {
        // it may have been replaced while others were before it
        if (entries.peek(entry.address.key) === entry) await represent(document, encoding, "best");
      });
    Promise.all([better("gzip"), better("br")]).catch((error: unknown) =>
      options.log.error({ err: error }, "a document could not be compressed"),
    );
  }

  function known(key: string): Entry | undefined {
    const entry = entries.get(key);
    if (entry && Date.now() - entry.document.madeAt > KEPT) {
      entries.delete(key);
      return undefined;
    }
    return entry;
  }

  function atOnce(key: string): KeptDocument | undefined {
    const entry = known(key);
    if (!entry) return undefined;
    const age = Date.now() - entry.checkedAt;
    if (age >= RENEWED_BEHIND) return undefined;
    if (age >= FRESH) rendering(entry.address);
    // only a document that is asked for again is worth it
    if (!entry.document.improving) improve(entry);
    return entry.document;
  }

  return {
    atOnce,
    async current(address) {
      const ready = atOnce(address.key);
      if (ready) return { document: ready, late: false };
      if (!known(address.key)) return undefined;
      const renewed = await within(rendering(address).kept, PATIENCE_WITH_NEW);
      const document = renewed ?? known(address.key)?.document;
      return document && { document, late: !renewed };
    },
    rendering,
  };
}

const sameDocument = (one: KeptDocument, other: KeptDocument) =>
  one.hash === other.hash && JSON.stringify(one.headers) === JSON.stringify(other.headers);
