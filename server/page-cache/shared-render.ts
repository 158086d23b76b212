import { createHash, randomBytes } from "node:crypto";
import type { Logger } from "pino";
import type { InlineHashes } from "../http/security.ts";
import { type Cacheability, createCacheability } from "../session/document-note.ts";
import { type Broadcast, createBroadcast } from "./broadcast.ts";
import { createKeptDocument, type KeptDocument } from "./cached-document.ts";
import type { SharedAddress } from "./public-pages.ts";

/** Makes a document for nobody in particular; the note says what was learned on the way. */
export type Render = (
  address: SharedAddress,
  about: { nonce: string; note: Cacheability },
) => Promise<Response>;

/** The beginning of an answer that is being made for all who wait for it. */
export interface Beginning {
  status: number;
  headers: Headers;
  nonce: string;
  body: Broadcast;
}

/** One render, shared. Neither promise rejects. */
export interface Rendering {
  /** Undefined where the document turns out to be one visitor's own. */
  begun: Promise<Beginning | undefined>;
  /** The document, where it is whole and may be kept. */
  kept: Promise<KeptDocument | undefined>;
}

/** What is said anew with every answer. */
const perAnswer = new Set(["cache-control", "content-length", "vary"]);

export function startRendering(render: Render, address: SharedAddress, log: Logger): Rendering {
  const note = createCacheability();
  const nonce = randomBytes(16).toString("base64");
  const body = createBroadcast();

  async function begin(): Promise<Beginning | undefined> {
    const response = await render(address, { nonce, note });
    if (note.personal || response.headers.has("set-cookie")) {
      log.error({ path: address.path }, "a shared document asked who is visiting: made for one");
      note.personal = true;
      await response.body?.cancel();
      return undefined;
    }
    const { status, headers } = response;
    drained = drain(response, body);
    return { status, headers, nonce, body };
  }

  let drained: Promise<boolean> | undefined;
  const begun = begin().catch((error: unknown) => {
    log.error({ err: error, path: address.path }, "a shared document failed");
    return undefined;
  });
  const kept = begun.then(async (beginning) => {
    const whole = await drained;
    if (!beginning || !whole || beginning.status !== 200) return undefined;
    return note.incomplete || note.personal ? undefined : keep(beginning, log);
  });
  return { begun, kept };
}

/** @returns whether it came to its end */
async function drain(response: Response, body: Broadcast): Promise<boolean> {
  try {
    const reader = response.body?.getReader();
    for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
      body.push(read.value);
    }
    body.end();
    return true;
  } catch (error) {
    body.end(error);
    return false;
  }
}

function keep({ headers, body, nonce }: Beginning, log: Logger): KeptDocument | undefined {
  const about = [...headers].filter(([name]) => !perAnswer.has(name));
  const bytes = body.bytes();
  if (!headers.get("content-type")?.startsWith("text/html")) {
    return createKeptDocument(bytes, { headers: about, hashes: { scripts: [], styles: [] } });
  }
  const html = bytes.toString("utf8");
  const nonceless = html.includes("</html>") ? withoutNonce(html, nonce) : undefined;
  if (!nonceless) {
    log.error("a document has no end, or its nonce in an unknown place, and is not kept");
    return undefined;
  }
  return createKeptDocument(Buffer.from(nonceless.html), {
    headers: about,
    hashes: nonceless.hashes,
  });
}

/** A document that can be sent again: its inline code is allowed by what it is, not by one answer's nonce. */
export interface NoncelessDocument {
  html: string;
  hashes: InlineHashes;
}

/**
 * React escapes `>` in attributes and `</script` in scripts, so that an element ends where it seems to.
 */
const inlineElement = /<(script|style)\b([^>]*)>([\s\S]*?)<\/\1>/g;

/**
 * Takes the nonce out of a document and finds the hashes of the scripts and styles that it allowed. Elements
 * without the nonce stay forbidden.
 *
 * @returns undefined where the nonce stands anywhere else: such a document cannot be kept
 */
export function withoutNonce(html: string, nonce: string): NoncelessDocument | undefined {
  const attribute = ` nonce="${nonce}"`;
  const hashes = { script: new Set<string>(), style: new Set<string>() };
  for (const [, name, attributes = "", code = ""] of html.matchAll(inlineElement)) {
    if (!attributes.includes(attribute) || / src="/.test(attributes)) continue;
    const hash = createHash("sha256").update(code).digest("base64");
    hashes[name as "script" | "style"].add(`'sha256-${hash}'`);
  }
  const nonceless = html.replaceAll(attribute, "");
  if (nonceless.includes(nonce)) return undefined;
  return {
    html: nonceless,
    hashes: { scripts: [...hashes.script], styles: [...hashes.style] },
  };
}
