import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { removeFavourites } from "../features/library/library.server.ts";
import { texts } from "../texts/index.ts";

export const loader = () => redirect("/privacy");

const words = texts.privacy.forget;

/** Empties all that the browser keeps. The answer is no page of the app, whose scripts would store something again. */
export async function action({ context, request }: ActionFunctionArgs) {
  const account = (await context.formDataOf(request)).has("account");
  if (account && context.session.credentials) {
    const removed = await removeFavourites(context, new FormData());
    if (!removed.ok) return answer(page(words.failed, "", "/privacy", words.back), 502);
  }
  context.session.forget();
  // not "cookies", which would end the visitor's sessions at other sites of the same domain
  const headers = { "clear-site-data": '"cache", "storage"' };
  const script = `<script nonce="${context.nonce}">${clearStorage}</script>`;
  return answer(
    page(words.done, words.doneText, "/", texts.navigation.home) + script,
    200,
    headers,
  );
}

/** For browsers without `Clear-Site-Data`, and for what the page before stored while it was left. */
const clearStorage = `
for (const kind of ["localStorage", "sessionStorage"]) try { window[kind].clear() } catch {}
window.caches?.keys().then((names) => names.forEach((name) => caches.delete(name)));
navigator.serviceWorker?.getRegistrations().then((all) => all.forEach((one) => one.unregister()));
`;

const answer = (html: string, status: number, headers = {}) =>
  new Response(html, {
    status,
    headers: { "content-type": "text/html; charset=utf-8", ...headers },
  });

const page = (title: string, text: string, to: string, way: string) => `<!doctype html>
<html lang="zh-CN">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${title}</title>
<link rel="stylesheet" href="/refusal.css">
<main>
<h1>${title}</h1>
<p class="hint">${text}</p>
<p class="ways"><a href="${to}">${way}</a></p>
</main>
`;
