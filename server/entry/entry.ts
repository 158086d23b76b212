import { parseCookie } from "cookie";
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { html } from "hono/html";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { z } from "zod";
import { cacheControl } from "../cache-times.ts";
import { formDataOf } from "../http/forms.ts";
import { isUnsafe, plainPage } from "../http/refusals.ts";
import { isForReceiver } from "../media/tickets.ts";
import type { Sealer } from "../secrets/seal.ts";
import { safeRedirectPath } from "../session/redirects.ts";
import { serverTexts } from "../texts.ts";
import type { SitePassword } from "./site-password.ts";

interface Variables {
  Variables: { url: URL; address: string; sitePasswordMissing?: boolean };
}

export const ENTRY_PATH = "/enter";
/** The entry page's own files, available without the password. */
const entryFiles = new Set(["/refusal.css", "/favicon.svg"]);

const LONGEST = 1_000;
const body = z.object({ password: z.string().max(LONGEST).catch(""), to: z.string().catch("/") });

export function createPasswordGate(password: SitePassword, sealer: Sealer) {
  const hasAccess = (c: Context<Variables>) =>
    password.hasAccess(parseCookie(c.req.header("cookie") ?? ""), isSecure(c));

  return {
    /** Without the password, a page becomes the entry page, anything else a 401. Cast receivers pass. */
    guard: createMiddleware<Variables>((c, next) => {
      const { method } = c.req;
      const url = c.get("url");
      const isEntry = url.pathname === ENTRY_PATH;
      if (hasAccess(c)) {
        return isEntry && !isUnsafe(method) ? Promise.resolve(c.redirect("/", 303)) : next();
      }
      c.set("sitePasswordMissing", true);
      if (isEntry && method === "POST") return next();
      const isFree = entryFiles.has(url.pathname) || isForReceiver(url, sealer);
      if (isFree && !isUnsafe(method)) return next();
      c.header("cache-control", cacheControl.personal);
      if (!c.req.header("accept")?.includes("text/html")) return Promise.resolve(c.body(null, 401));
      const to = isEntry || isUnsafe(method) ? "/" : url.pathname + url.search;
      return Promise.resolve(entryPage(c, 401, to));
    }),

    async submit(c: Context<Variables>): Promise<Response> {
      const form = await formDataOf(c.req.raw).catch(() => new FormData());
      const { password: entered, to: wanted } = body.parse(Object.fromEntries(form));
      const to = safeRedirectPath(wanted, c.get("url").origin);
      c.header("cache-control", cacheControl.personal);
      const attempt = entered && (await password.attempt(entered, c.get("address")));
      if (!attempt || attempt.outcome === "wrong") {
        return entryPage(c, 401, to, serverTexts.entry.wrong);
      }
      if (attempt.outcome === "right") {
        c.header("set-cookie", attempt.cookie(isSecure(c)));
        return c.redirect(to, 303);
      }
      const seconds = Math.ceil(attempt.waitMs / 1_000);
      c.header("retry-after", String(seconds));
      return attempt.outcome === "busy"
        ? entryPage(c, 503, to, serverTexts.busy)
        : entryPage(c, 429, to, serverTexts.entry.tooOften(Math.ceil(seconds / 60)));
    },
  };
}

const isSecure = (c: Context<Variables>) => c.get("url").protocol === "https:";

/** Reveals neither the site's name nor any other address of it. */
function entryPage(c: Context, status: ContentfulStatusCode, to: string, fault?: string) {
  const { title, hint, label, enter } = serverTexts.entry;
  const below = html`<p class="hint">${hint}</p>
<form method="post" action="${ENTRY_PATH}">
<input type="hidden" name="to" value="${to}">
<label for="password">${label}</label>
<input id="password" name="password" type="password" autocomplete="current-password" maxlength="${LONGEST}" required autofocus${
    fault === undefined ? "" : html` aria-invalid="true" aria-describedby="fault"`
  }>
${fault === undefined ? "" : html`<p id="fault" role="alert">${fault}</p>`}
<button type="submit">${enter}</button>
</form>`;
  return c.html(plainPage(title, String(below)), status);
}
