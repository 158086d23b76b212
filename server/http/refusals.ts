import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { serverTexts } from "../texts.ts";

/**
 * What the host answers by itself: a small Chinese page where a page was asked for, otherwise the message as text.
 *
 * @param message Chinese, shown as it is
 */
export function refuse(c: Context, status: ContentfulStatusCode, message: string): Response {
  if (!c.req.header("accept")?.includes("text/html")) return c.text(message, status);
  const requestId: string = c.get("requestId") ?? "";
  return c.html(pageOf(message, requestId), status);
}

const pageOf = (message: string, requestId: string) => `<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${message}</title>
<link rel="stylesheet" href="/refusal.css">
</head>
<body>
<main>
<h1>${message}</h1>
<p class="ways"><a href="">${serverTexts.retry}</a><a href="/">${serverTexts.home}</a></p>
<p class="id">${serverTexts.requestId} <code>${requestId}</code></p>
</main>
</body>
</html>
`;

/** In characters: the longest addresses are sealed ones of streams. */
const MAX_ADDRESS = 8_000;
/** In characters: a browser keeps 4,096 for one cookie. */
const MAX_COOKIES = 8_192;

/** Whether a request of this method may carry a body. */
export const changes = (method: string) => !["GET", "HEAD", "OPTIONS"].includes(method);

/** A form or call that another site sends in the visitor's name. */
export const refuseForgery = createMiddleware<{ Variables: { url: URL } }>(async (c, next) => {
  if (changes(c.req.method)) {
    const site = c.req.header("sec-fetch-site");
    const origin = c.req.header("origin");
    const foreign = site !== undefined && site !== "same-origin" && site !== "none";
    if (foreign || (origin !== undefined && origin !== c.get("url").origin)) {
      return refuse(c, 403, serverTexts.foreignOrigin);
    }
  }
  return next();
});

/** Pages are read and forms are sent; nothing here is made for any other method. */
export const refuseOtherMethods = createMiddleware(async (c, next) => {
  if (["GET", "HEAD", "POST"].includes(c.req.method)) return next();
  c.header("allow", "GET, HEAD, POST");
  return refuse(c, 405, serverTexts.notAllowed);
});

/** A `Host` of digits alone may be no address; @hono/node-server looks at the others only. */
export const refuseUnreadableHosts = createMiddleware((c, next) =>
  URL.canParse(c.req.url) ? next() : Promise.resolve(c.body(null, 400)),
);

/** Line ends and other control characters, which no address of this site holds and Remix's patterns do not match. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\0-\x1f\x7f-\x9f\u2028\u2029]/;

/** Remix would write what it cannot decode to the error output, as it came. */
export const refuseUnreadableAddresses = createMiddleware<{ Variables: { url: URL } }>(
  async (c, next) => {
    const { pathname } = c.get("url");
    if (!pathname.includes("%")) return next();
    return isReadable(pathname) ? next() : refuse(c, 404, serverTexts.notFound);
  },
);

function isReadable(pathname: string): boolean {
  try {
    return !CONTROL.test(decodeURIComponent(pathname));
  } catch {
    return false;
  }
}

/** What is longer than anything of this site's is not looked at. Node itself refuses headers over 16 KB. */
export const refuseLongHeads = createMiddleware<{ Variables: { url: URL } }>(async (c, next) => {
  if (c.get("url").href.length > MAX_ADDRESS) return refuse(c, 414, serverTexts.addressTooLong);
  if ((c.req.header("cookie") ?? "").length > MAX_COOKIES) {
    return refuse(c, 431, serverTexts.cookiesTooLong);
  }
  return next();
});
