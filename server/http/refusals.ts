import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { serverTexts } from "../texts.ts";

/** Answers with a small page if the client accepts HTML, otherwise with text. `message` is in Chinese. */
export function refuse(c: Context, status: ContentfulStatusCode, message: string): Response {
  if (!c.req.header("accept")?.includes("text/html")) return c.text(message, status);
  const requestId: string = c.get("requestId") ?? "";
  const page = plainPage(
    message,
    `<p class="ways"><a href="">${serverTexts.retry}</a><a href="/">${serverTexts.home}</a></p>
<p class="id">${serverTexts.requestId} <code>${requestId}</code></p>`,
  );
  return c.html(page, status);
}

/** A document outside the app, without its scripts. @param below the HTML after the title */
export const plainPage = (title: string, below: string) => `<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex, nofollow">
<title>${title}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/refusal.css">
</head>
<body>
<main>
<h1>${title}</h1>
${below}
</main>
</body>
</html>
`;

/** In characters; the longest are sealed addresses of streams. */
const MAX_ADDRESS = 8_000;
/** In characters; browsers limit one cookie to 4,096. */
const MAX_COOKIES = 8_192;

export const isUnsafe = (method: string) => !["GET", "HEAD", "OPTIONS"].includes(method);

export const refuseForgery = createMiddleware<{ Variables: { url: URL } }>(async (c, next) => {
  if (isUnsafe(c.req.method)) {
    const site = c.req.header("sec-fetch-site");
    const origin = c.req.header("origin");
    const foreign = site !== undefined && site !== "same-origin" && site !== "none";
    if (foreign || (origin !== undefined && origin !== c.get("url").origin)) {
      return refuse(c, 403, serverTexts.foreignOrigin);
    }
  }
  return next();
});

export const refuseOtherMethods = createMiddleware(async (c, next) => {
  if (["GET", "HEAD", "POST"].includes(c.req.method)) return next();
  c.header("allow", "GET, HEAD, POST");
  return refuse(c, 405, serverTexts.notAllowed);
});

/** @hono/node-server does not check hosts that consist of digits, which may be invalid. */
export const refuseInvalidHosts = createMiddleware((c, next) =>
  URL.canParse(c.req.url) ? next() : Promise.resolve(c.body(null, 400)),
);

/** Characters that no path of this site contains, and that Remix's route patterns do not match. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression is meant to match them
const CONTROL = /[\0-\x1f\x7f-\x9f\u2028\u2029]/;

/** Remix would print paths that it cannot decode to stderr, unescaped. */
export const refuseUndecodablePaths = createMiddleware<{ Variables: { url: URL } }>(
  async (c, next) => {
    const { pathname } = c.get("url");
    if (!pathname.includes("%")) return next();
    return isDecodable(pathname) ? next() : refuse(c, 404, serverTexts.notFound);
  },
);

function isDecodable(pathname: string): boolean {
  try {
    return !CONTROL.test(decodeURIComponent(pathname));
  } catch {
    return false;
  }
}

/** Refuses addresses and cookies that are longer than any on this site. Node.js itself limits headers to 16 KB. */
export const refuseOversized = createMiddleware<{ Variables: { url: URL } }>(async (c, next) => {
  if (c.get("url").href.length > MAX_ADDRESS) return refuse(c, 414, serverTexts.addressTooLong);
  if ((c.req.header("cookie") ?? "").length > MAX_COOKIES) {
    return refuse(c, 431, serverTexts.cookiesTooLong);
  }
  return next();
});
