import { randomUUID } from "node:crypto";
import type { AppLoadContext } from "@remix-run/server-runtime";
import { isbot } from "isbot";
import type { Logger } from "pino";
import { createContext } from "../context.ts";
import type { Site } from "../domain/site.ts";
import type { DocumentOutcome } from "../http/answers.ts";
import { preferredEncoding } from "../http/compress.ts";
import type { InlineHashes } from "../http/security.ts";
import type { Services } from "../services.ts";
import { headersOf, isKnown, type KeptDocument, represent } from "./cached-document.ts";
import { createRawDoor, type RawDoor, type RawDoorOptions } from "./fast-path.ts";
import { sharedAddress } from "./public-pages.ts";
import type { Beginning, Render } from "./shared-render.ts";
import type { DocumentStore } from "./store.ts";
import { createDocumentStore } from "./store.ts";

/** An answer, and by what its inline code is allowed. */
export interface SharedAnswer {
  response: Response;
  inline: { nonce: string } | { hashes: InlineHashes };
  cache: DocumentOutcome;
}

/** Who asks, as far as it matters to a document that is the same for everybody. */
export interface Asking {
  /** The request's address, as far as proxies are believed. */
  url: URL;
  ageGateClosed: boolean;
  /** Whether a document may be made because of this visitor, who could ask for no end of them. */
  mayCause: () => Promise<boolean>;
}

/**
 * The answer to a request for a page that is the same for everybody: kept, or being made for all who ask at this
 * moment. Undefined for everything else, which is answered for its visitor alone.
 */
export async function answerShared(
  store: DocumentStore,
  request: Request,
  { url, ageGateClosed, mayCause }: Asking,
): Promise<SharedAnswer | undefined> {
  const address = isPlainQuestion(request) ? sharedAddress(url, ageGateClosed) : undefined;
  if (!address) return undefined;
  const kept = await store.current(address);
  if (kept) return answerKept(kept.document, request, kept.late ? "stale" : "hit");
  if (!(await mayCause())) return undefined;
  const { begun, kept: soon } = store.rendering(address);
  // robots get pages whole
  if (isbot(request.headers.get("user-agent") ?? "")) {
    const whole = await soon;
    return whole && answerKept(whole, request, "miss");
  }
  const beginning = await begun;
  return beginning && answerAlong(beginning, request);
}

const isPlainQuestion = ({ method, headers }: Request) =>
  (method === "GET" || method === "HEAD") && !headers.has("authorization") && !headers.has("range");

async function answerKept(
  document: KeptDocument,
  request: Request,
  cache: DocumentOutcome,
): Promise<SharedAnswer> {
  const encoding = preferredEncoding(request.headers.get("accept-encoding") ?? "");
  const representation = await represent(document, encoding);
  // an object: what the host adds to a response made from a list is lost in @hono/node-server's Response
  const headers = new Headers(headersOf(document, representation));
  const { hashes } = document;
  if (isKnown(request.headers.get("if-none-match"), document, representation)) {
    return { response: new Response(null, { status: 304, headers }), inline: { hashes }, cache };
  }
  headers.set("content-length", String(representation.bytes.length));
  const bytes = new Uint8Array(representation.bytes);
  return { response: new Response(bytes, { headers }), inline: { hashes }, cache };
}

function answerAlong({ status, headers, nonce, body }: Beginning, request: Request): SharedAnswer {
  const encoding = preferredEncoding(request.headers.get("accept-encoding") ?? "");
  const own = new Headers(headers);
  own.delete("content-length");
  own.set("vary", "accept-encoding, cookie");
  if (encoding) own.set("content-encoding", encoding);
  const stream = nullBody.has(status) ? null : body.follow(encoding);
  const response = new Response(stream, { status, headers: own });
  return { response, inline: { nonce }, cache: "miss" };
}

const nullBody = new Set([204, 304]);

/** Documents that are the same for everybody: made once, kept as bytes, sent to all (see `public-pages.ts`). */
export interface Documents {
  /** Undefined for what is not the same for everybody. */
  answer(request: Request, asking: Asking): Promise<SharedAnswer | undefined>;
  /** Answers with what is kept, in front of everything else. */
  answerKept: RawDoor;
}

export interface DocumentsOptions
  extends Pick<RawDoorOptions, "securityHeaders" | "trustProxy" | "onAnswer"> {
  handle: (request: Request, context: AppLoadContext) => Promise<Response>;
  services: Services;
  site: Site;
  log: Logger;
  onRendered?: ((ms: number) => void) | undefined;
}

/** Where documents are made that are nobody's own; no visitor ever sees it. */
const NOWHERE = "http://site.invalid";

export function createDocuments(options: DocumentsOptions): Documents {
  const { handle, services, site, log } = options;

  /** Without a visitor, and without anything of the request that asked first. */
  const render: Render = ({ path, ageGateClosed }, { nonce, note }) => {
    const url = new URL(path, NOWHERE);
    // an id of its own: several requests may get this answer
    const requestId = randomUUID();
    const visit = {
      cookies: {},
      accept: "",
      url,
      address: "",
      nonce,
      requestId,
      log: log.child({ requestId }),
      shared: note,
    };
    const context = createContext(services, { ...site, ageGate: ageGateClosed }, visit);
    return handle(new Request(url), context);
  };
  const store = createDocumentStore({ render, log, onRendered: options.onRendered });
  return {
    answer: (request, asking) => answerShared(store, request, asking),
    answerKept: createRawDoor({ ...options, store, ageGate: site.ageGate }),
  };
}
