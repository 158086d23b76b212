import { createHash, randomBytes } from "node:crypto";
import type { Logger } from "pino";
import { cacheControl } from "../cache-times.ts";
import { type Cacheability, createCacheability } from "../outcomes/defer-after.ts";
import { type Broadcast, createBroadcast, drain } from "./broadcast.ts";
import { type CachedDocument, createCachedDocument } from "./cached-document.ts";
import type { PageKey } from "./public-pages.ts";

/** Renders for no particular visitor; `cacheability` records whether the page may be shared. */
export type RenderPage = (
  pageKey: PageKey,
  about: { nonce: string; cacheability: Cacheability },
) => Promise<Response>;

export interface RenderedHead {
  status: number;
  headers: Headers;
  nonce: string;
  body: Broadcast;
}

/** `failed`: an older document may still be served; `gone`: the page must no longer be shared. */
export type Rendered = CachedDocument | "failed" | "gone";

/** Neither promise rejects. */
export interface Rendering {
  /** Resolves when the body begins; undefined if the page depends on the visitor, or the render failed. */
  head: Promise<RenderedHead | undefined>;
  rendered: Promise<Rendered>;
}

const perAnswer = new Set(["cache-control", "content-length", "vary"]);

export function startRender(render: RenderPage, pageKey: PageKey, log: Logger): Rendering {
  const cacheability = createCacheability();
  const nonce = randomBytes(16).toString("base64");
  const body = createBroadcast();

  async function renderHead(): Promise<RenderedHead | undefined> {
    const response = await render(pageKey, { nonce, cacheability });
    if (cacheability.personal || response.headers.has("set-cookie")) {
      log.error(
        { path: pageKey.path },
        "a shared document used visitor data: it is rendered per visitor",
      );
      cacheability.personal = true;
      await response.body?.cancel();
      return undefined;
    }
    const { status, headers } = response;
    drained = drain(response.body, body);
    return { status, headers, nonce, body };
  }

  let drained: Promise<boolean> | undefined;
  const head = renderHead().catch((error: unknown) => {
    log.error({ err: error, path: pageKey.path }, "a shared render failed");
    return undefined;
  });
  const rendered = head.then(async (started): Promise<Rendered> => {
    const whole = await drained;
    const { personal, uncertain, incomplete } = cacheability;
    if (personal && !uncertain) return "gone";
    if (incomplete || !started || !whole || started.status >= 500) return "failed";
    const mayBeStored = !started.headers.get("cache-control")?.includes("no-store");
    if (started.status !== 200 || !mayBeStored) return "gone";
    return toDocument(started, pageKey, log) ?? "failed";
  });
  return { head, rendered };
}

/** Browsers do not cache playlists: after a purchase, the same address shows the full episode. */
const cachingOf: Record<PageKey["kind"], string> = {
  page: cacheControl.document,
  suggestions: cacheControl.suggestions,
  playlist: cacheControl.personal,
};

function toDocument(
  { headers, body, nonce }: RenderedHead,
  { kind }: PageKey,
  log: Logger,
): CachedDocument | undefined {
  const about = {
    headers: [...headers].filter(([name]) => !perAnswer.has(name)),
    cacheControl: cachingOf[kind],
  };
  const bytes = body.bytes();
  if (!headers.get("content-type")?.startsWith("text/html")) {
    return createCachedDocument(bytes, { ...about, hashes: { scripts: [], styles: [] } });
  }
  const html = bytes.toString("utf8");
  const nonceless = html.includes("</html>") ? withoutNonce(html, nonce) : undefined;
  if (!nonceless) {
    log.error("a document is not cached: it has no end, or its nonce in an unexpected place");
    return undefined;
  }
  return createCachedDocument(Buffer.from(nonceless.html), {
    ...about,
    hashes: nonceless.hashes,
  });
}

/** A regular expression suffices, as React escapes `>` in attributes and `</script` in scripts. */
const inlineElement = /<(script|style)\b([^>]*)>([\s\S]*?)<\/\1>/g;

/** @returns undefined if the nonce also appears elsewhere: such a page cannot be cached */
export function withoutNonce(html: string, nonce: string) {
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
