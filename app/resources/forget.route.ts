import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { clearHistory, removeFavourites } from "../features/library/library.server.ts";
import { texts } from "../texts/index.ts";

export const loader = () => redirect("/privacy");

const words = texts.privacy.forget;

/** Empties all that the browser keeps. The answer is no page of the app, whose scripts would store something again. */
export async function action({ context, request }: ActionFunctionArgs) {
  const form = await context.formDataOf(request);
  if (form.has("account") && context.session.credentials) {
    const removed = await removeFavourites(context, new FormData());
    const way = `<p class="ways"><a href="/privacy">${words.back}</a></p>`;
    if (!removed.ok) return answer(context.plainPage(words.failed, way), 502);
  }
  if (form.has("lock")) {
    // who forgot the lock's PIN keeps the guest's account, to which this cookie is the only key
    await clearHistory(context);
    context.session.update({ accounts: [] });
    context.member.continueAsGuest();
  } else {
    context.session.forget();
  }
  // not "cookies", which would end the visitor's sessions at other sites of the same domain
  const headers = { "clear-site-data": '"cache", "storage"' };
  const below = `<p class="hint">${words.doneText}</p>
<p class="ways"><a href="/">${texts.navigation.home}</a></p>
<script nonce="${context.nonce}">${clearStorage}</script>`;
  return answer(context.plainPage(words.done, below), 200, headers);
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
