import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { createCachedDocument, isNotModified, representationIn } from "./cached-document.ts";

const text = "橙影 ".repeat(3_000);
const about = { headers: [], hashes: { scripts: [], styles: [] }, cacheControl: "" };
const documentOf = (body: string) => createCachedDocument(Buffer.from(body), about);

test("all encodings of a document decode to the same bytes", async () => {
  const document = documentOf(text);
  const br = await representationIn(document, "br");
  const gzip = await representationIn(document, "gzip");
  expect(brotliDecompressSync(br.bytes).toString()).toBe(text);
  expect(gunzipSync(gzip.bytes).toString()).toBe(text);
  expect((await representationIn(document, undefined)).bytes.toString()).toBe(text);
});

test("the best compression replaces a quick one, even if the quick one is finished later", async () => {
  const document = documentOf(text);
  const quick = await representationIn(document, "br");
  const [best] = await Promise.all([
    representationIn(document, "br", "best"),
    representationIn(document, "br"),
  ]);
  expect(document.encoded.br).toBe(best);
  expect(await representationIn(document, "br")).toBe(best);
  expect(best.etag).not.toBe(quick.etag);
});

test("an ETag matches the same document in the same encoding at any compression level, and nothing else", async () => {
  const document = documentOf(text);
  const quick = await representationIn(document, "br");
  const best = await representationIn(document, "br", "best");
  const gzip = await representationIn(document, "gzip");
  expect(isNotModified(quick.etag, document, best)).toBe(true);
  expect(isNotModified(`"other", W/${best.etag}`, document, best)).toBe(true);
  expect(isNotModified(gzip.etag, document, best)).toBe(false);
  expect(isNotModified(best.etag, documentOf(`${text}!`), best)).toBe(false);
  expect(isNotModified(undefined, document, best)).toBe(false);
});
