import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { withoutNonce } from "./shared-render.ts";

const nonce = "bm9uY2U+/w==";
const hashOf = (code: string) => `'sha256-${createHash("sha256").update(code).digest("base64")}'`;

test("inline scripts and styles with the nonce are allowed by their hashes instead", () => {
  const html = `<style nonce="${nonce}">a{}</style><script nonce="${nonce}" type="module">甲("x")\n</script>`;
  expect(withoutNonce(html, nonce)).toEqual({
    html: '<style>a{}</style><script type="module">甲("x")\n</script>',
    hashes: { scripts: [hashOf('甲("x")\n')], styles: [hashOf("a{}")] },
  });
});

test("scripts without the nonce and scripts with a src get no hash", () => {
  const html = `<script>evil()</script><script nonce="${nonce}" src="/a.js"></script>`;
  expect(withoutNonce(html, nonce)?.hashes).toEqual({ scripts: [], styles: [] });
});

test("a script that appears twice gives one hash", () => {
  const script = `<script nonce="${nonce}">go()</script>`;
  expect(withoutNonce(script + script, nonce)?.hashes.scripts).toEqual([hashOf("go()")]);
});

test("a document with the nonce anywhere else cannot be cached", () => {
  expect(withoutNonce(`<script nonce="${nonce}">say("${nonce}")</script>`, nonce)).toBeUndefined();
});
