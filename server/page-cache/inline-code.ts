import { createHash } from "node:crypto";
import type { InlineHashes } from "../http/security.ts";

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
